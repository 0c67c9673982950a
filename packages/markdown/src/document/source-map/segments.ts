import type { MarkdownIt, Token } from 'markdown-it';

import type { TextRange } from '@annotate-mcp/core';

import { environmentWith } from '../definitions.ts';
import { type Lines, linesOf } from '../lines.ts';
import { createParser, readBlocks, readInside } from '../parse.ts';
import { shownText } from '../shown-text.ts';

/**
 * A part of a block that can be parsed alone: an item of a list, a row of a table, a part of a quote. For a selection of
 * one word in a table of a thousand rows, two rows are parsed.
 */
export interface Segment extends TextRange {
  /** The text that the renderer shows for it. */
  readonly shown: string;
  /** What has to come before it so that it is parsed correctly: the head of a table. */
  readonly context: string;
  readonly tokens: readonly Token[];
}

let parser: MarkdownIt | undefined;

/** In order. Offsets count in `source`, which is one block. */
export function segmentsOf(source: string, definitions: string): Segment[] {
  parser ??= createParser();
  const inside = parser;
  const env = environmentWith(definitions);
  const lines = linesOf(source);
  return readBlocks(inside, env, source).flatMap((group) => {
    readInside(inside, env, group);
    return group[0]?.type === 'table_open' ? rowsOf(source, lines, group) : partsOf(lines, group);
  });
}

const containers: ReadonlySet<string> = new Set(['bullet_list_open', 'ordered_list_open', 'blockquote_open']);

function partsOf(lines: Lines, group: readonly Token[]): Segment[] {
  const parts = containers.has(group[0]?.type ?? '') ? splitAt(1, group) : [group];
  return parts.map((tokens) => segment(tokens, rangeOf(lines, tokens[0]?.map ?? [0, lines.count])));
}

function rowsOf(source: string, lines: Lines, group: readonly Token[]): Segment[] {
  const head = rangeOf(lines, [0, 2]);
  return splitAt(2, group).map((tokens, row) =>
    row === 0
      ? segment(tokens, head)
      : segment(tokens, rangeOf(lines, tokens[0]?.map ?? [0, 0]), source.slice(0, head.end)),
  );
}

/** A new part begins with each token that opens something at this level. */
function splitAt(level: number, group: readonly Token[]): Token[][] {
  const parts: Token[][] = [];
  for (const token of group) {
    if (token.level === level && token.nesting !== -1 && token.map !== null) parts.push([token]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

function segment(tokens: readonly Token[], range: TextRange, context = ''): Segment {
  return { ...range, shown: shownText(tokens), context, tokens };
}

/** With the line ending of the last line. */
function rangeOf(lines: Lines, [from, to]: readonly [number, number]): TextRange {
  const isLast = to >= lines.count;
  return { start: lines.rangeOf(from).start, end: isLast ? lines.rangeOf(to).end : lines.rangeOf(to).start };
}
