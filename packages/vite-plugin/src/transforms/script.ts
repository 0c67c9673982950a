import type { ConfigEnv, Plugin } from 'vite';

import { markableModules, markModule, type Project } from '@annotate-mcp/unplugin';

import { loadViteParser } from './parse-script.ts';

/** Adds source attributes to elements in JSX and in html`…` templates, before they are compiled. */
export function scriptAttributes(active: (env: ConfigEnv) => boolean, project: () => Project | null): Plugin {
  return {
    name: 'annotate:script-source',
    apply: (_, env) => active(env),
    enforce: 'pre',
    transform: {
      // Solid's compiler is `enforce: 'pre'` too, and may be listed before us.
      order: 'pre',
      filter: {
        id: { include: markableModules.id, exclude: /\/node_modules\/|^\0/ },
        code: markableModules.code,
      },
      handler(code, id) {
        const map = () => this.getCombinedSourcemap();
        return markModule({ code, id, map, loadParser: loadViteParser, components: true }, project());
      },
    },
  };
}
