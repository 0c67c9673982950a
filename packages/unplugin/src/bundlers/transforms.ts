import type { UnpluginOptions } from 'unplugin';

import { findComponents } from '../manifest/find-components.ts';
import { markModule } from '../mark-module.ts';
import { fileOfModule } from '../module-id.ts';
import { registerProps } from '../svelte-props.ts';

import type { DevSession } from './dev-session.ts';

/** The transforms that all bundlers call; they change nothing before the session has started. */
export function devTransforms(session: DevSession): UnpluginOptions[] {
  return [sourceTransform(session), svelteTransform(session)];
}

const ownModules = {
  include: /\.(?:[cm]?[jt]s|[jt]sx|vue|svelte)(?:\?|$)/,
  exclude: /[\\/]node_modules[\\/]/,
};

/** Sees every module as it was written: keeps the manifest and adds source attributes. */
function sourceTransform({ options, project, registry }: DevSession): UnpluginOptions {
  return {
    name: 'annotate',
    enforce: 'pre',
    transform: {
      filter: { id: ownModules },
      handler(code, id) {
        const file = fileOfModule(id);
        const path = file === null ? null : (project()?.pathOf(file) ?? null);
        if (path === null) return;
        registry.set(path, findComponents(path, code));
        if (options.sourceAttributes === false) return;
        return markModule({ code, id, map: () => inputMapOf(this.getNativeBuildContext?.()) }, project());
      },
    },
    watchChange(id, { event }) {
      const path = event === 'delete' ? (project()?.pathOf(id) ?? null) : null;
      if (path !== null) registry.remove(path);
    },
  };
}

/** Sees the output of Svelte's compiler. */
function svelteTransform({ project }: DevSession): UnpluginOptions {
  return {
    name: 'annotate:svelte-props',
    enforce: 'post',
    transform: {
      filter: { id: { include: /\.svelte$/, exclude: ownModules.exclude }, code: '$.append(' },
      handler(code, id) {
        const path = project()?.pathOf(id) ?? null;
        return path === null ? undefined : registerProps(code, path);
      },
    },
  };
}

/** The map from the code to the file that earlier loaders of webpack and Rspack left. */
function inputMapOf(context: object | undefined): object | null {
  const map: unknown = context !== undefined && 'inputSourceMap' in context ? context.inputSourceMap : null;
  return typeof map === 'object' ? map : null;
}
