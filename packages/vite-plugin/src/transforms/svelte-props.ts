import type { ConfigEnv, Plugin } from 'vite';

import { type Project, registerProps } from '@annotate-mcp/unplugin';

import { isIncluded, type ModuleFilter } from './module-filter.ts';
import { parseWithVite } from './parse-script.ts';

const filter: ModuleFilter = {
  id: { include: /\.svelte$/, exclude: /\/node_modules\// },
  code: '$.append(',
};

/** Makes compiled Svelte components register their props for the nodes that they add to the page. */
export function svelteProps(active: (env: ConfigEnv) => boolean, project: () => Project | null): Plugin {
  return {
    name: 'annotate:svelte-props',
    apply: (_, env) => active(env),
    enforce: 'post',
    transform: {
      filter,
      handler(code, id) {
        if (!isIncluded(filter, id, code)) return;
        const path = project()?.pathOf(id) ?? null;
        return path === null ? undefined : registerProps(code, path, parseWithVite);
      },
    },
  };
}
