import { readFile } from 'node:fs/promises';

import type { ConfigEnv, Plugin } from 'vite';

import { fileOfModule, loadTransform, type Project, solidImport } from '@annotate-mcp/unplugin';

import { isIncluded, type ModuleFilter } from './module-filter.ts';
import { loadViteParser } from './parse-script.ts';

const filter: ModuleFilter = {
  id: { include: /\.[jt]sx?(?:\?|$)/, exclude: /\/node_modules\/|^\0/ },
  code: solidImport,
};

/** Makes modules that Solid has compiled note the owners of their elements. */
export function solidOwners(active: (env: ConfigEnv) => boolean, project: () => Project | null): Plugin {
  return {
    name: 'annotate:solid-owners',
    apply: (_, env) => active(env),
    enforce: 'post',
    transform: {
      filter,
      async handler(code, id) {
        if (!isIncluded(filter, id, code) || project() === null) return;
        const { noteOwners } = await loadTransform.solidOwners();
        const file = fileOfModule(id);
        const path = file === null ? null : (project()?.pathOf(file) ?? null);
        const text = file === null || path === null ? null : await readFile(file, 'utf8').catch(() => null);
        const map = () => this.getCombinedSourcemap();
        const module = path === null || text === null ? null : { path, written: { text, map } };
        return noteOwners(code, await loadViteParser(), module);
      },
    },
  };
}
