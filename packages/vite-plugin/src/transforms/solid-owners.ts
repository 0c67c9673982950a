import type { ConfigEnv, Plugin } from 'vite';

import { loadTransform, type Project, solidImport } from '@annotate-mcp/unplugin';

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
        return noteOwners(code, await loadViteParser());
      },
    },
  };
}
