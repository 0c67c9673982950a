import { readFile } from 'node:fs/promises';

import type { ConfigEnv, Plugin } from 'vite';

import {
  importSvelteParser,
  loadSvelteMarker,
  type Project,
  type SvelteMarker,
} from '@annotate-mcp/unplugin';

import { isIncluded, type ModuleFilter } from './module-filter.ts';

const filter: ModuleFilter = {
  id: { include: /\.svelte$/, exclude: /\/node_modules\/|\/\.svelte-kit\/|^\0/ },
  code: '<',
};

/** Adds source attributes to the elements of Svelte components, for the server and for the browser alike. */
export function svelteAttributes(active: (env: ConfigEnv) => boolean, project: () => Project | null): Plugin {
  let appRoot = '.';
  let marker: Promise<SvelteMarker | null> | undefined;
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
        marker ??= importSvelteParser(appRoot, async (href) => import(/* @vite-ignore */ href)).then(
          loadSvelteMarker,
        );
        const mark = await marker;
        const path = project()?.pathOf(id) ?? null;
        // A module that a plugin generated has no file.
        const text = mark === null || path === null ? null : await readFile(id, 'utf8').catch(() => null);
        if (mark === null || path === null || text === null) return;
        const marked = mark(code, { text, map: () => this.getCombinedSourcemap() }, path);
        // No line moves, so lines are right without a map. Svelte's plugin and Vite would each apply one: then columns are
        // moved twice, and combining the maps takes longer than everything else here.
        return marked === undefined ? undefined : { code: marked.code, map: null };
      },
    },
  };
}
