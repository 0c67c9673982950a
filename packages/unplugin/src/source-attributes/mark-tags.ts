import { basename } from 'node:path';

import MagicString, { type SourceMap } from 'magic-string';

import { attributeText, componentText, htmlText } from './position.ts';
import type { FindPosition } from './written-position.ts';

/** Offsets. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

export interface MarkableTag {
  /** Offset of its `<`. */
  readonly start: number;
  /** Offset after its name. */
  readonly nameEnd: number;
  /** Offset where the attribute is inserted. Default: `nameEnd`. */
  readonly insertAt?: number;
  /** The component that it is an outermost element of, where the element has to say so. */
  readonly component?: string | undefined;
  /** What puts HTML into the element as a text, which is the name of an attribute or the beginning of a tag. */
  readonly html?: TextRange | undefined;
  /** The attribute is only for values of a variable that are names of elements: code that is true for them. */
  readonly condition?: string | undefined;
}

/** Adds source attributes to the tags of a text whose position in the file is known. */
export function markTags(
  code: string,
  tags: readonly MarkableTag[],
  path: string,
  positionOf: FindPosition,
): MagicString {
  const marked = new MagicString(code);
  for (const { start, nameEnd, insertAt = nameEnd, component, html, condition } of tags) {
    const position = positionOf(start, code.slice(start, nameEnd));
    if (position === null) continue;
    marked.appendLeft(insertAt, attributeText(path, position, condition));
    if (component !== undefined) marked.appendLeft(insertAt, componentText(component));
    const put = html === undefined ? null : positionOf(html.start, code.slice(html.start, html.end));
    if (put !== null && condition === undefined) marked.appendLeft(insertAt, htmlText(put));
  }
  return marked;
}

/** What a bundler gets for a changed module; `undefined` for one that stays as it is. */
export function toModule(marked: MagicString, path: string, { includeContent = true } = {}) {
  if (!marked.hasChanged()) return;
  return { code: marked.toString(), map: mapOf(marked, path, { includeContent }) };
}

/** Its source is named relative to the module itself, as bundlers take it. */
export function mapOf(marked: MagicString, path: string, { includeContent = true } = {}): SourceMap {
  return marked.generateMap({ source: basename(path), includeContent, hires: 'boundary' });
}
