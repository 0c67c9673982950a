import { readFile } from 'node:fs/promises';

import type { UnpluginOptions } from 'unplugin';

import { loadScriptParser, loadTransform } from '../load-transform.ts';
import { findComponents } from '../manifest/find-components.ts';
import { markModule } from '../mark-module.ts';
import { solidImport } from '../module-hints.ts';
import { fileOfModule } from '../module-id.ts';

import type { DevSession } from './dev-session.ts';

/** The transforms that all bundlers call; they change nothing before the session has started. */
export function devTransforms(session: DevSession): UnpluginOptions[] {
  return [sourceTransform(session), svelteProps(session), solidOwners(session)];
}

const ownModules = {
  include: /\.(?:[cm]?[jt]s|[jt]sx|vue|svelte)(?:\?|$)/,
  exclude: /[\\/]node_modules[\\/]/,
};

/** Sees every module as it was written: keeps the manifest and adds source attributes. */
function sourceTransform(session: DevSession): UnpluginOptions {
  const { options, project, registry } = session;
  return {
    name: 'annotate',
    enforce: 'pre',
    transform: {
      filter: { id: ownModules },
      async handler(code, id) {
        const file = fileOfModule(id);
        const path = file === null ? null : (project()?.pathOf(file) ?? null);
        if (file === null || path === null) return;
        registry.set(path, findComponents(path, code));
        if (options.sourceAttributes === false) return;
        const map = () => inputMapOf(this.getNativeBuildContext?.());
        return file.endsWith('.svelte')
          ? markSvelteFile({ code, file, path, map }, session)
          : markModule({ code, id, map, components: 'notes', notesTags: session.notesTags() }, project());
      },
    },
    watchChange(id, { event }) {
      const path = event === 'delete' ? (project()?.pathOf(id) ?? null) : null;
      if (path !== null) registry.remove(path);
    },
  };
}

interface SvelteFile {
  readonly code: string;
  readonly file: string;
  readonly path: string;
  readonly map: () => object | null;
}

async function markSvelteFile({ code, file, path, map }: SvelteFile, { svelteMarker }: DevSession) {
  const mark = await svelteMarker();
  // A component that a plugin generated has no file.
  const text = mark === null ? null : await readFile(file, 'utf8').catch(() => null);
  const marked = mark === null || text === null ? undefined : mark(code, { text, map }, path);
  return marked === undefined ? undefined : { code: marked.code, map: marked.generateMap() };
}

/** Sees the output of Svelte's compiler. */
function svelteProps({ project }: DevSession): UnpluginOptions {
  return {
    name: 'annotate:svelte-props',
    enforce: 'post',
    transform: {
      filter: { id: { include: /\.svelte$/, exclude: ownModules.exclude }, code: '$.append(' },
      async handler(code, id) {
        const path = project()?.pathOf(id) ?? null;
        if (path === null) return;
        const { registerProps } = await loadTransform.svelteProps();
        const rewritten = registerProps(code, path, await loadScriptParser());
        if (rewritten === undefined) return;
        return { code: rewritten.toString(), map: rewritten.generateMap({ hires: 'boundary' }) };
      },
    },
  };
}

/** Sees the output of Solid's compiler. */
function solidOwners({ project }: DevSession): UnpluginOptions {
  return {
    name: 'annotate:solid-owners',
    enforce: 'post',
    transform: {
      filter: { id: { include: /\.[jt]sx?(?:\?|$)/, exclude: ownModules.exclude }, code: solidImport },
      async handler(code) {
        if (project() === null) return;
        const { noteOwners } = await loadTransform.solidOwners();
        return noteOwners(code, await loadScriptParser());
      },
    },
  };
}

/** The map from the code to the file that earlier loaders of webpack and Rspack left. */
function inputMapOf(context: object | undefined): object | null {
  const map: unknown = context !== undefined && 'inputSourceMap' in context ? context.inputSourceMap : null;
  return typeof map === 'object' ? map : null;
}
