import type { ConfigEnv, Plugin } from 'vite';

import { solidImport, noteOwners, type Project } from '@annotate-mcp/unplugin';

import { isIncluded, type ModuleFilter } from './module-filter.ts';
import { parseWithVite } from './parse-script.ts';

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
      handler: (code, id) =>
        isIncluded(filter, id, code) && project() !== null ? noteOwners(code, parseWithVite) : undefined,
    },
  };
}
