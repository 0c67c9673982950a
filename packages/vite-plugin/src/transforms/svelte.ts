import { readFile } from 'node:fs/promises';

import type { ConfigEnv, Plugin } from 'vite';

import {
  importSvelteParser,
  loadTransform,
  type Project,
  type SvelteParser,
  type WrittenFile,
} from '@annotate-mcp/unplugin';

import { isIncluded, type ModuleFilter } from './module-filter.ts';
import { createPreparedModules } from './prepared-modules.ts';

const filter: ModuleFilter = {
  id: { include: /\.svelte$/, exclude: /\/node_modules\/|\/\.svelte-kit\/|^\0/ },
  code: '<',
};

/** Adds source attributes to the elements of Svelte components, for the server and for the browser alike. */
export function svelteAttributes(active: (env: ConfigEnv) => boolean, project: () => Project | null): Plugin {
  let appRoot = '.';
  let parser: Promise<SvelteParser | null> | undefined;
  const mark = async (code: string, id: string, written?: WrittenFile) => {
    const path = project()?.pathOf(id) ?? null;
    parser ??= importSvelteParser(appRoot);
    const parse = await parser;
    if (parse === null || path === null) return;
    const { markSvelte } = await loadTransform.svelte();
    return markSvelte(code, written ?? { text: code, map: () => null }, path, parse);
  };
  const prepared = createPreparedModules((code, id) => mark(code, id));
  return {
    name: 'annotate:svelte-source',
    apply: (_, env) => active(env),
    enforce: 'pre',
    configResolved(config) {
      appRoot = config.root;
    },
    watchChange(id, { event }) {
      if (event === 'update') prepared.fileChanged(id);
    },
    transform: {
      // Before preprocessors, wherever the plugin of Svelte is listed.
      order: 'pre',
      filter,
      async handler(code, id) {
        if (!isIncluded(filter, id, code)) return;
        return prepared.resultOf(code, id, async () => {
          // A module that a plugin generated has no file.
          const text = await readFile(id, 'utf8').catch(() => null);
          if (text === null) return;
          return mark(code, id, { text, map: () => this.getCombinedSourcemap() });
        });
      },
    },
  };
}
