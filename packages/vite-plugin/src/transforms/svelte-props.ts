import type { ConfigEnv, Plugin } from 'vite';

import { loadTransform, type Project } from '@annotate-mcp/unplugin';

import { isIncluded, type ModuleFilter } from './module-filter.ts';
import { loadViteParser } from './parse-script.ts';

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
      async handler(code, id) {
        if (!isIncluded(filter, id, code)) return;
        const path = project()?.pathOf(id) ?? null;
        if (path === null) return;
        // Svelte's map contains the component with source attributes. Vite reads the file where a map has no text, and
        // gives plugins its own map here, not a copy.
        Reflect.deleteProperty(this.getCombinedSourcemap(), 'sourcesContent');
        const { registerProps } = await loadTransform.svelteProps();
        const rewritten = registerProps(code, path, await loadViteParser());
        // No line moves, and within a line only code that the compiler generated, so the compiler's map stays right.
        // Combining it with another map would take longer than everything else here.
        return rewritten === undefined ? undefined : { code: rewritten.toString(), map: null };
      },
    },
  };
}
