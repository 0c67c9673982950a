import type { ConfigEnv, Plugin } from 'vite';

import { markAstro, type Project } from '@annotate-mcp/unplugin';

import { isIncluded, type ModuleFilter } from './module-filter.ts';
import { parseWithVite } from './parse-script.ts';

const filter: ModuleFilter = {
  id: { include: /\.astro$/, exclude: /\/node_modules\/|^\0/ },
  code: '$$render`',
};

/**
 * Adds source attributes to the compiled output of Astro components. The source itself cannot be changed: Astro compares
 * sources to detect that only a style was changed. Astro's own attributes exist only in some versions and with the dev
 * toolbar, which removes them from the page.
 */
export function astroAttributes(active: (env: ConfigEnv) => boolean, project: () => Project | null): Plugin {
  return {
    name: 'annotate:astro-source',
    apply: (_, env) => active(env),
    // After Astro's own plugin, which is listed first, and before plugins that transform plain JavaScript.
    enforce: 'pre',
    transform: {
      filter,
      handler(code, id) {
        if (!isIncluded(filter, id, code)) return;
        const path = project()?.pathOf(id) ?? null;
        return path === null ? undefined : markAstro(code, this.getCombinedSourcemap(), path, parseWithVite);
      },
    },
  };
}
