import { readFile } from 'node:fs/promises';

import { fileOfModule } from './module-id.ts';
import type { Project } from './project.ts';
import { mayHoldTemplates } from './source-attributes/html-template.ts';
import type { ScriptParser } from './source-attributes/parse-script.ts';
import { markScript } from './source-attributes/script.ts';

/** The modules that `markModule` changes, for bundlers that filter modules before they call a plugin. */
export const markableModules = {
  id: /\.(?:[cm]?[jt]s|[jt]sx)(?:\?|$)/,
  code: [mayHoldTemplates, /<[a-z]/],
};

export interface ModuleToMark {
  readonly code: string;
  /** The bundler's name for it, which begins with the path of its file. */
  readonly id: string;
  /** Leads from `code` to the file, when earlier plugins changed it; `null` where the bundler has no such map. */
  readonly map: () => object | null;
  readonly parse?: ScriptParser;
}

/** Adds source attributes to a module of JavaScript or TypeScript; `undefined` for one that stays as it is. */
export async function markModule({ code, id, map, parse }: ModuleToMark, project: Project | null) {
  const file = fileOfModule(id);
  if (file === null || project === null || !/\.(?:[cm]?[jt]s|[jt]sx)$/.test(file)) return;
  if (!markableModules.code.some((each) => each.test(code))) return;
  const path = project.pathOf(file);
  // A module that a plugin generated has no file.
  const text = path === null ? null : await readFile(file, 'utf8').catch(() => null);
  if (path === null || text === null) return;
  const options = {
    jsx: !/\.[cm]?ts$/.test(file),
    templates: mayHoldTemplates.test(code),
    written: { text, map },
  };
  const marked = markScript(code, path, options, parse);
  // webpack does not resolve relative names, which it would show as files of the app's folder.
  if (marked !== undefined) marked.map.sources = [file];
  return marked;
}
