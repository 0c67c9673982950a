import type { ConfigEnv, Plugin } from 'vite';

import { type ComponentRegistry, findComponents, type Project } from '@annotate-mcp/unplugin';

import { isIncluded, type ModuleFilter } from './module-filter.ts';

const filter: ModuleFilter = {
  id: { include: /\.(?:[cm]?[jt]s|[jt]sx|vue|svelte)$/, exclude: /\/node_modules\/|^\0/ },
};

/** Updates the manifest with each module that Vite transforms. It reads and changes no files itself. */
export function manifestPlugin(
  active: (env: ConfigEnv) => boolean,
  project: () => Project | null,
  registry: ComponentRegistry,
): Plugin {
  return {
    name: 'annotate:manifest',
    apply: (_, env) => active(env),
    // Before compilers have changed the source.
    enforce: 'pre',
    transform: {
      filter,
      handler(code, id) {
        if (!isIncluded(filter, id, code)) return;
        const path = project()?.pathOf(id) ?? null;
        if (path !== null) registry.set(path, findComponents(path, code));
      },
    },
    watchChange(id, { event }) {
      if (event !== 'delete') return;
      const path = project()?.pathOf(id) ?? null;
      if (path !== null) registry.remove(path);
    },
  };
}
