import { SourceMap, type SourceMapPayload } from 'node:module';

import { findDynamicTags, markDynamicTags } from './astro-dynamic-tags.ts';
import { createDirectives, findHtmlTags, markElementHtml, markHtmlTags } from './astro-html.ts';
import { findLibraryTags, markLibraryTags } from './astro-library-tags.ts';
import type { AstroTag } from './astro-tags.ts';
import { literalElements, taggedBy, withoutExpressions } from './html-template.ts';
import { markTags, toModule } from './mark-tags.ts';
import type { FoundElement } from './markup.ts';
import type { ScriptParser } from './parse-script.ts';
import { createPositions, lineStarts } from './position.ts';
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
  markDynamicTags(marked, dynamicTags, path, positionIn(dynamicTags, true));
  markLibraryTags(marked, libraryTags, path, positionIn(libraryTags, true));
  if (source.includes('set:html')) {
    const directiveIn = createDirectives(source);
    const htmlTags = findHtmlTags(program);
    markElementHtml(marked, elements, directiveIn, (start, end) => positionOf(start, code.slice(start, end)));
    markHtmlTags(marked, htmlTags, path, directiveIn, positionIn(htmlTags, true));
  }
  // The text is that of Astro's compiler, and the map would name it as the file's.
  return toModule(marked, path, { includeContent: false });
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
