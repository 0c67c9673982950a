import { readFile } from 'node:fs/promises';

import type { ConfigEnv, Plugin } from 'vite';

import { isRecord } from '@annotate-mcp/core';
import { loadTransform, type Project } from '@annotate-mcp/unplugin';

/** Adds source attributes to the elements of HTML files, before other plugins have changed line numbers. */
export function htmlAttributes(active: (env: ConfigEnv) => boolean, project: () => Project | null): Plugin {
  return {
    name: 'annotate:html-source',
    apply: (_, env) => active(env),
    enforce: 'pre',
    transformIndexHtml: {
      order: 'pre',
      async handler(html, context) {
        const filename = fileOf(context);
        const path = filename === null ? null : (project()?.pathOf(filename) ?? null);
        const file =
          filename === null || path === null ? null : await readFile(filename, 'utf8').catch(() => null);
        if (path === null || file === null) return;
        const { markHtml } = await loadTransform.html();
        return markHtml(html, file, path);
      },
    },
  };
}

/** `null` in SolidStart 1: Vinxi calls the hooks of plugins itself, with an address and no file, for the tags they add. */
function fileOf(context: unknown): string | null {
  return isRecord(context) && typeof context.filename === 'string' ? context.filename : null;
}
