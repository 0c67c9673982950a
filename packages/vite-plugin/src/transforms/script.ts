import type { ConfigEnv, Plugin } from 'vite';

import {
  makesElements,
  markableModules,
  markModule,
  type ModuleToMark,
  type Project,
} from '@annotate-mcp/unplugin';

import { loadViteParser } from './parse-script.ts';
import { createPreparedModules } from './prepared-modules.ts';

/** Adds source attributes to elements in JSX and in html`…` templates, before they are compiled. */
export function scriptAttributes(active: (env: ConfigEnv) => boolean, project: () => Project | null): Plugin {
  let components: ModuleToMark['components'] = 'notes';
  let notesTags = false;
  const mark = (module: Pick<ModuleToMark, 'code' | 'id' | 'map' | 'text'>) =>
    markModule({ ...module, loadParser: loadViteParser, components, notesTags }, project());
  const prepared = createPreparedModules((code, id) => mark({ code, id, text: code, map: () => null }));
  return {
    name: 'annotate:script-source',
    apply: (_, env) => active(env),
    enforce: 'pre',
    configResolved({ plugins, root }) {
      // Qwik keeps no function of what it rendered, and moves those that a module could note into other modules.
      if (plugins.some(({ name }) => name === 'vite-plugin-qwik')) components = 'attributes';
      notesTags = makesElements(root, project()?.root ?? root);
    },
    watchChange(id, { event }) {
      if (event === 'update') prepared.fileChanged(id);
    },
    transform: {
      // Solid's compiler is `enforce: 'pre'` too, and may be listed before us.
      order: 'pre',
      filter: {
        id: { include: markableModules.id, exclude: /\/node_modules\/|^\0/ },
        code: markableModules.code,
      },
      handler(code, id) {
        const map = () => this.getCombinedSourcemap();
        return prepared.resultOf(code, id, () => mark({ code, id, map }));
      },
    },
  };
}
