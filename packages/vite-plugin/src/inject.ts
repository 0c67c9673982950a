import type { IndexHtmlTransform } from 'vite';

/**
 * Adds the overlay's script tag at the end of the head to pages that Vite serves. It is not an inline script, so that it works in a page with
 * `script-src 'self'`; Vite adds `html.cspNonce` itself.
 *
 * Runs after Vite's own hooks: they would add `base` to the path a second time and try to transform the script, which
 * is not one of Vite's modules.
 */
export function overlayTag(scriptPath: () => string | null): IndexHtmlTransform {
  return {
    order: 'post',
    handler() {
      const src = scriptPath();
      if (src === null) return;
      return [{ tag: 'script', attrs: { type: 'module', src }, injectTo: 'head' }];
    },
  };
}
