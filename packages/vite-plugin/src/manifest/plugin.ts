import type { ConfigEnv, Plugin } from 'vite';

import type { Project } from '../project.ts';

import { findComponents } from './find-components.ts';
import type { Registry } from './registry.ts';

/** Keeps the manifest current with what passes through Vite anyway; reads no file itself and changes none. */
export function manifestPlugin(
  active: (env: ConfigEnv) => boolean,
  project: () => Project | null,
  registry: Registry,
): Plugin {
  return {
    name: 'annotate:manifest',
    apply: (_, env) => active(env),
    // What people wrote, not what a compiler made of it.
    enforce: 'pre',
    transform: {
      filter: { id: { include: /\.(?:[cm]?[jt]s|[jt]sx|vue|svelte)$/, exclude: /\/node_modules\/|^\0/ } },
      handler(code, id) {
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
