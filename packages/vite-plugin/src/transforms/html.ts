import { readFile } from 'node:fs/promises';

import type { ConfigEnv, Plugin } from 'vite';

import { loadTransform, type Project } from '@annotate-mcp/unplugin';

/** Adds source attributes to the elements of HTML files, before other plugins have changed line numbers. */
export function htmlAttributes(active: (env: ConfigEnv) => boolean, project: () => Project | null): Plugin {
  return {
    name: 'annotate:html-source',
    apply: (_, env) => active(env),
    enforce: 'pre',
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { filename }) {
        const path = project()?.pathOf(filename) ?? null;
        const file = path === null ? null : await readFile(filename, 'utf8').catch(() => null);
        if (path === null || file === null) return;
        const { markHtml } = await loadTransform.html();
        return markHtml(html, file, path);
      },
    },
  };
}
