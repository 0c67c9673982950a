import { readFile } from 'node:fs/promises';

import type { ConfigEnv, Plugin } from 'vite';

import { loadSvelteParser, loadTransform, type Project, type SvelteParser } from '@annotate-mcp/unplugin';

import { isIncluded, type ModuleFilter } from './module-filter.ts';

const filter: ModuleFilter = {
  id: { include: /\.svelte$/, exclude: /\/node_modules\/|\/\.svelte-kit\/|^\0/ },
  code: '<',
};

/** Adds source attributes to the elements of Svelte components, for the server and for the browser alike. */
export function svelteAttributes(active: (env: ConfigEnv) => boolean, project: () => Project | null): Plugin {
  let appRoot = '.';
  let parse: SvelteParser | null | undefined;
  return {
    name: 'annotate:svelte-source',
    apply: (_, env) => active(env),
    enforce: 'pre',
    configResolved(config) {
      appRoot = config.root;
    },
    transform: {
      // Before preprocessors, wherever the plugin of Svelte is listed.
      order: 'pre',
      filter,
      async handler(code, id) {
        if (!isIncluded(filter, id, code)) return;
        const path = project()?.pathOf(id) ?? null;
        const text = path === null ? null : await readFile(id, 'utf8').catch(() => null);
        if (parse === undefined) parse = loadSvelteParser(appRoot);
        if (parse === null || path === null || text === null) return;
        const { markSvelte } = await loadTransform.svelte();
        return markSvelte(code, { text, map: () => this.getCombinedSourcemap() }, path, parse);
      },
    },
  };
}
