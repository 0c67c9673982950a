/** The vite.config or astro.config of an app as text: whether ours is in it, and the same text with it. Every other byte stays. */
import { fileURLToPath } from 'node:url';

import { parse, type ParseResult } from '@babel/parser';
import type { File, Node } from '@babel/types';

import { findPlugins, type List, type Spot } from './plugins-in.ts';

/** A kind of configuration: what goes into it, and into which list. */
export interface ConfigKind {
  readonly package: string;
  /** The end of the path by which a checkout of this repository is imported instead. */
  readonly checkoutFile: string;
  readonly list: List;
}

export const pluginPackage = '@annotate-mcp/vite-plugin';
export const viteConfig: ConfigKind = {
  package: pluginPackage,
  checkoutFile: '/packages/vite-plugin/dist/index.js',
  list: 'plugins',
};
export const astroConfig: ConfigKind = {
  package: '@annotate-mcp/astro',
  checkoutFile: '/packages/astro/dist/index.js',
  list: 'integrations',
};
const pluginName = 'annotate';

export type Wired =
  | { state: 'wired' }
  /** `after` has the plugin. */
  | { state: 'added'; after: string }
  /** `lines` are to be added by hand. */
  | { state: 'unclear'; why: string; lines: readonly [string, string] };

export function withPlugin(text: string, kind = viteConfig): Wired {
  const unclear = (why: string, importLine?: string) => byHand(kind, why, importLine);
  const file = read(text);
  if (file === null) return unclear('is not valid JavaScript or TypeScript');
  if (isCommonJs(file))
    return unclear('is CommonJS', `const { ${pluginName} } = require('${kind.package}');`);
  const known = importedName(file, kind);
  if (known === null && text.includes(kind.package))
    return unclear(`names ${kind.package} in a way that is not known`);
  if (known !== null && calls(file, known)) return { state: 'wired' };
  if (known === null && binds(file, pluginName)) return unclear(`has an "${pluginName}" of its own`);
  const spot = findPlugins(file.program, text, kind.list);
  if (spot === null) return unclear(`builds its ${kind.list} in a way that init does not follow`);
  const call = `${known ?? pluginName}()`;
  const edits = [editAt(spot, call, text, kind), ...(known === null ? [importEdit(file, text, kind)] : [])];
  const after = apply(text, edits);
  return isWired(after, kind) ? { state: 'added', after } : unclear('is written in an unusual way');
}

/** For a project that has Vite and no configuration of it. */
export const newConfig = `import { ${pluginName} } from '${pluginPackage}';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [${pluginName}()],
});
`;

/** For a site that has Astro and no configuration of it. */
export const newAstroConfig = `import { ${pluginName} } from '${astroConfig.package}';
import { defineConfig } from 'astro/config';

export default defineConfig({
  integrations: [${pluginName}()],
});
`;

/** Also where it is written in a way that cannot be added to. */
export function hasPlugin(text: string, kind = viteConfig): boolean {
  const wired = withPlugin(text, kind);
  return wired.state === 'wired' || (wired.state === 'unclear' && text.includes(kind.package));
}

/** The path or `file:` address of a checkout that the plugin is imported from; `null` when it is the package. */
export function checkoutFileIn(text: string, kind: ConfigKind): string | null {
  const source = read(text)?.program.body.flatMap((statement) =>
    statement.type === 'ImportDeclaration' ? [statement.source.value] : [],
  );
  const path = source?.find((each) => each.endsWith(kind.checkoutFile)) ?? null;
  return path?.startsWith('file:') === true ? fileURLToPath(path) : path;
}

function read(text: string): ParseResult | null {
  try {
    return parse(text, { sourceType: 'module', plugins: ['typescript'], allowReturnOutsideFunction: true });
  } catch {
    // What is wrong with it the dev server says better.
    return null;
  }
}

/** What was put in must be found again: a place inside a comment would not be. */
function isWired(text: string, kind: ConfigKind): boolean {
  const file = read(text);
  const name = file === null ? null : importedName(file, kind);
  return file !== null && name !== null && calls(file, name);
}

function byHand(
  kind: ConfigKind,
  why: string,
  importLine = `import { ${pluginName} } from '${kind.package}';`,
): Wired {
  return { state: 'unclear', why, lines: [importLine, `${kind.list}: [${pluginName}()],`] };
}

function isCommonJs({ program }: File): boolean {
  return !program.body.some(
    ({ type }) => type === 'ImportDeclaration' || type === 'ExportDefaultDeclaration',
  );
}

/** What the plugin is called here; `null` when it is not imported. */
function importedName({ program }: File, kind: ConfigKind): string | null {
  for (const statement of program.body) {
    if (statement.type !== 'ImportDeclaration' || !isOurs(statement.source.value, kind)) continue;
    for (const specifier of statement.specifiers) {
      // As `astro add` writes it.
      if (specifier.type === 'ImportDefaultSpecifier' && kind === astroConfig) return specifier.local.name;
      if (specifier.type !== 'ImportSpecifier') continue;
      const { imported, local } = specifier;
      if (imported.type === 'Identifier' && imported.name === pluginName) return local.name;
    }
  }
  return null;
}

/** Whether an import is of our package, or of its file in a checkout. */
export function isOurs(source: string, { package: name, checkoutFile }: ConfigKind): boolean {
  return source === name || source.endsWith(checkoutFile);
}

function calls(file: File, name: string): boolean {
  return some(
    file.program,
    (node) =>
      node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === name,
  );
}

function binds(file: File, name: string): boolean {
  return some(file.program, (node) => node.type === 'Identifier' && node.name === name);
}

function some(node: Node, test: (node: Node) => boolean): boolean {
  if (test(node)) return true;
  return Object.values(node).some((child: unknown) =>
    [child].flat().some((each) => isNode(each) && some(each, test)),
  );
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'loc' in value;
}

interface Edit {
  at: number;
  text: string;
}

function editAt(spot: Spot, call: string, text: string, { list }: ConfigKind): Edit {
  const { at, before, after, isProperty } = spot;
  const value = isProperty ? `${list}: [${call}]` : call;
  return { at, text: (before + value + after).replaceAll('\n', lineEndOf(text)) };
}

/** After the last import; else at the top, but below what has to stay the first line. */
function importEdit(file: File, text: string, kind: ConfigKind): Edit {
  const eol = lineEndOf(text);
  const imports = file.program.body.filter(({ type }) => type === 'ImportDeclaration');
  const line = importLine(text, imports.at(-1) ?? file.program.body.at(-1), kind);
  const last = imports.at(-1);
  if (last !== undefined) return { at: endOfLine(text, last.end ?? 0), text: eol + line };
  const first = /^\uFEFF?(?:#!.*\r?\n)?(?:\/\/\s*@ts-(?:no)?check.*\r?\n)?/.exec(text)?.[0].length ?? 0;
  return { at: first, text: line + eol + eol };
}

/** With the quotes and semicolons of the file. */
function importLine(text: string, model: Node | undefined, kind: ConfigKind): string {
  const source = text.slice(model?.start ?? 0, model?.end ?? 0);
  const quote = source.includes('"') && !source.includes("'") ? '"' : "'";
  return `import { ${pluginName} } from ${quote}${kind.package}${quote}${source.endsWith(';') ? ';' : ''}`;
}

function endOfLine(text: string, from: number): number {
  return from + text.slice(from).search(/\r?\n|$/);
}

function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

function apply(text: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.at - a.at)
    .reduce((edited, edit) => edited.slice(0, edit.at) + edit.text + edited.slice(edit.at), text);
}
