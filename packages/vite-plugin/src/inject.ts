import type { IndexHtmlTransform } from 'vite';

/**
 * The overlay's script tag for pages that Vite serves. A file and not an inline script, so that a page with
 * `script-src 'self'` works; Vite adds `html.cspNonce` itself.
 *
 * After Vite's own hooks: it would put `base` before the path a second time, and try to transform a script that is
 * not one of its modules.
 */
export function overlayTag(scriptPath: () => string | null): IndexHtmlTransform {
  return {
    order: 'post',
    handler() {
      const src = scriptPath();
      if (src === null) return;
      return [{ tag: 'script', attrs: { type: 'module', src }, injectTo: 'head-prepend' }];
    },
  };
}
