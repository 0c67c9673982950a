import type { ConfigEnv, Plugin } from 'vite';

import { fileOfModule, loadTransform, mdxRuntime, type Project } from '@annotate-mcp/unplugin';

import { isIncluded, type ModuleFilter } from './module-filter.ts';
import { loadViteParser } from './parse-script.ts';

const filter: ModuleFilter = {
  id: { include: /\.mdx?(?:\?|$)/, exclude: /\/node_modules\/|^\0/ },
  code: mdxRuntime,
};

/** Adds source attributes to the elements of MDX files, which MDX has compiled before. */
export function mdxAttributes(active: (env: ConfigEnv) => boolean, project: () => Project | null): Plugin {
  return {
    name: 'annotate:mdx-source',
    apply: (_, env) => active(env),
    enforce: 'post',
    transform: {
      filter,
      async handler(code, id) {
        const file = isIncluded(filter, id, code) ? fileOfModule(id) : null;
        const path = file === null ? null : (project()?.pathOf(file) ?? null);
        if (path === null) return;
        const { markMdx } = await loadTransform.mdx();
        return markMdx(code, path, await loadViteParser());
      },
    },
  };
}
