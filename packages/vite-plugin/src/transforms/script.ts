import { readFile } from 'node:fs/promises';

import type { ConfigEnv, Plugin } from 'vite';

import {
  makesElements,
  markableModules,
  markModule,
  type ModuleToMark,
  type Project,
} from '@annotate-mcp/unplugin';

import { loadViteParser } from './parse-script.ts';

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

export interface PreparedModules<Result> {
  /** What `transform` makes of the module. */
  readonly resultOf: (code: string, file: string, transform: () => Promise<Result>) => Promise<Result>;
  /** To be called when a file has changed. */
  readonly fileChanged: (file: string) => void;
}

/**
 * Transforms a module when its file has changed, while the page is told about it and asks for the module: by then it is
 * ready. What was prepared counts only for the very text that it was made of, so it can never be outdated.
 */
export function createPreparedModules<Result>(
  prepare: (code: string, file: string) => Promise<Result>,
): PreparedModules<Result> {
  const used = new Set<string>();
  const prepared = new Map<string, { readonly code: string; readonly result: Promise<Result> }>();
  return {
    resultOf: (code, file, transform) => {
      used.add(file);
      const ready = prepared.get(file);
      // Given once, because a bundler changes the map that it gets.
      prepared.delete(file);
      return ready?.code === code ? ready.result : transform();
    },
    fileChanged: (file) => {
      prepared.delete(file);
      if (!used.has(file)) return;
      readFile(file, 'utf8')
        .then(async (code) => {
          const result = prepare(code, file);
          prepared.set(file, { code, result });
          await result;
        })
        // The module is then transformed when it is asked for, which reports what is wrong.
        .catch(() => prepared.delete(file));
    },
  };
}
