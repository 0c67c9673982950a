import { SourceMap, type SourceMapPayload } from 'node:module';

import type MagicString from 'magic-string';

import { findDynamicTags, markDynamicTags } from './astro-dynamic-tags.ts';
import { findLibraryTags, markLibraryTags } from './astro-library-tags.ts';
import type { AstroTag } from './astro-tags.ts';
import { literalElements, taggedBy, withoutExpressions } from './html-template.ts';
import { markTags, toModule } from './mark-tags.ts';
import type { FoundElement } from './markup.ts';
import type { ScriptParser } from './parse-script.ts';
import { createPositions, htmlText, lineStarts, type TextPosition } from './position.ts';
import { type SyntaxNode, walk } from './walk.ts';
import type { FindPosition } from './written-position.ts';

interface CompiledMap {
  readonly sourcesContent?: readonly (string | null)[] | undefined;
}

export interface AstroMarkOptions {
  readonly parse: ScriptParser;
  /** The tags of the component, for versions of Astro whose source maps know nothing of templates. */
  readonly tags?: readonly AstroTag[] | null;
}

/** Adds source attributes to the compiled output of an Astro component. `map` leads from `code` to the component. */
export function markAstro(code: string, map: CompiledMap, path: string, { parse, tags }: AstroMarkOptions) {
  const source = map.sourcesContent?.[0] ?? null;
  if (source === null || tags === null) return;
  const program = parse(code, `${path}.ts`);
  if (program === null) return;
  const elements = renderedElements(program, code);
  const dynamicTags = findDynamicTags(program);
  const libraryTags = findLibraryTags(program);
  const original = tags === undefined ? createOriginalPositions(code, source, map) : null;
  const positionIn = (compiled: readonly CompiledTag[], isComponent: boolean): FindPosition =>
    original ?? createOrderedPositions(compiled, withNames(tags ?? [], compiled, isComponent), source);

  const named = elements.map(({ start, nameEnd }) => ({ start, name: code.slice(start + 1, nameEnd) }));
  const positionOf = positionIn(named, false);
  const marked = markTags(code, elements, path, positionOf);
  markHtml(marked, elements, source, (start, nameEnd) => positionOf(start, code.slice(start, nameEnd)));
  markDynamicTags(marked, dynamicTags, path, positionIn(dynamicTags, true));
  markLibraryTags(marked, libraryTags, path, positionIn(libraryTags, true));
  // The text is that of Astro's compiler, and the map would name it as the file's.
  return toModule(marked, path, { includeContent: false });
}

/** The compiled text no longer says which elements have `set:html`; their tags in the component do. */
function markHtml(
  marked: MagicString,
  elements: readonly FoundElement[],
  source: string,
  positionOf: (start: number, nameEnd: number) => TextPosition | null,
): void {
  if (!source.includes('set:html')) return;
  const starts = lineStarts(source);
  const positionAt = createPositions(source);
  for (const { start, nameEnd } of elements) {
    const written = positionOf(start, nameEnd);
    const html = written === null ? null : htmlDirective(source, offsetOf(written, starts));
    if (html !== null) marked.appendLeft(nameEnd, htmlText(positionAt(html)));
  }
}

function offsetOf({ line, column }: TextPosition, starts: readonly number[]): number {
  return (starts[line - 1] ?? 0) + column - 1;
}

/** The offset of `set:html` in the tag that begins at this offset, beside its texts in quotation marks and braces. */
function htmlDirective(source: string, tag: number): number | null {
  const parts = /(["'`])[^]*?\1|\{|\}|\bset:html(?=\s*=)|>/g;
  parts.lastIndex = tag;
  let depth = 0;
  for (let part = parts.exec(source); part !== null; part = parts.exec(source)) {
    if (part[0] === '{') depth++;
    else if (part[0] === '}') depth--;
    else if (depth === 0 && part[0] === '>') return null;
    else if (depth === 0 && part[0] === 'set:html') return part.index;
  }
  return null;
}

interface CompiledTag {
  readonly name: string;
  readonly start: number;
}

/** The tags of elements; of components only those whose names are among the compiled ones. */
function withNames(
  tags: readonly AstroTag[],
  compiled: readonly CompiledTag[],
  isComponent: boolean,
): AstroTag[] {
  const names = new Set(compiled.map(({ name }) => name));
  return tags.filter((tag) => tag.isComponent === isComponent && (!isComponent || names.has(tag.name)));
}

/** In the order of the text. */
function renderedElements(program: SyntaxNode, code: string): FoundElement[] {
  const found: FoundElement[] = [];
  walk(program, (node) => {
    const template = taggedBy('$$render', node);
    if (template !== null) found.push(...literalElements(template, code, ' '), ...bodies(template, code));
  });
  return found.sort((a, b) => a.start - b.start);
}

/** The tag of the body, which a fragment of HTML cannot have: parse5 leaves it out. */
function bodies(template: SyntaxNode, code: string): FoundElement[] {
  const hidden = /<!--[^]*?-->|<(script|style|template|noscript|title|textarea)\b[^]*?<\/\1\s*>/g;
  const text = withoutExpressions(template, code, ' ').replace(hidden, (each) => ' '.repeat(each.length));
  return [...text.matchAll(/<body(?=[\s>])/g)].map(({ 0: { length }, index }) => ({
    start: template.start + index,
    nameEnd: template.start + index + length,
  }));
}

/** The n-th compiled tag is the n-th that was written, if all of them have the same names. */
function createOrderedPositions(
  compiled: readonly CompiledTag[],
  tags: readonly AstroTag[],
  source: string,
): FindPosition {
  const isSame = compiled.length === tags.length && compiled.every(({ name }, at) => name === tags[at]?.name);
  const offsets = new Map(isSame ? compiled.map(({ start }, at) => [start, tags[at]?.offset]) : []);
  const positionAt = createPositions(source);
  return (offset) => {
    const written = offsets.get(offset);
    return written === undefined ? null : positionAt(written);
  };
}

/** Finds the position in the component of a tag in the compiled module; `null` where that position has another tag. */
function createOriginalPositions(code: string, source: string, map: CompiledMap): FindPosition {
  const positionAt = createPositions(code);
  const originalPositionAt = createPositions(source);
  const starts = lineStarts(source);
  const compiled = new SourceMap(map as SourceMapPayload);
  return (offset, tag) => {
    const { line, column } = positionAt(offset);
    const entry = compiled.findEntry(line - 1, column - 1);
    if (!('originalLine' in entry)) return null;
    const mapped = (starts[entry.originalLine] ?? source.length) + entry.originalColumn;
    // The compiler maps whitespace that it removed to what follows it.
    const start = mapped + (/^(?:\s|<!--[^]*?-->)*/.exec(source.slice(mapped))?.[0].length ?? 0);
    return source.startsWith(tag, start) ? originalPositionAt(start) : null;
  };
}
