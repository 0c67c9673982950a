import { labelsUsedIn } from '../document/definitions.ts';
import { lineStarts } from '../document/lines.ts';
import { keyOf } from '../document/rules/footnotes.ts';

import { type Env, type Token, tokensOf } from './parsers.ts';

/** A part of the text that is parsed alone: whole lines from the start of a block to the start of the next. */
export interface Segment {
  start: number;
  end: number;
  /** What has to come before it so that it is parsed as in its document. */
  lead: string;
}

export interface Segmented {
  /** Blocks at the top level, each with the blank lines and definitions after it. They cover the whole text. */
  segments: Segment[];
  /** The same, with long lists, quotes and tables split further: a list of a megabyte is not parsed for one word. */
  pieces: Segment[];
  /** `changed` instead of the segment, followed by the definitions it may refer to. */
  inContext: (segment: Segment, changed: string) => string;
}

/** Splits a text where one block ends and the next begins. The text has no byte order mark. */
export function segmentsOf(text: string): Segmented {
  const env: Env = {};
  const tokens = tokensOf(text, env);
  const starts = lineStarts(text);
  const cutAt = (line: number, lead = divider): Cut => ({ start: starts[line] ?? text.length, lead });
  const top = tokens
    .flatMap(({ level, map }) => (level === 0 && map !== null ? [cutAt(map[0])] : []))
    .slice(1);
  const inner = innerCuts(tokens, (line) => starts[line] ?? text.length).map(({ line, header }) =>
    cutAt(line, header === null ? divider : divider + text.slice(header.start, header.end)),
  );
  const labels = {
    links: new Set(Object.keys(env.references ?? {})),
    notes: new Set(tokens.filter(({ type }) => type === 'footnote_open').map(({ info }) => keyOf(info))),
  };
  return {
    segments: between(top, text.length),
    pieces: between([...top, ...inner], text.length),
    inContext: ({ lead }, changed) => `${lead}${changed}\n\n${divider}${definitionsFor(changed, labels)}`,
  };
}

// Closes every open block, and prevents a `---` after it from opening front matter.
const divider = '***\n\n';

interface Cut {
  start: number;
  lead: string;
}

/** The first segment also has what comes before the first block: blank lines, definitions. */
function between(cuts: readonly Cut[], length: number): Segment[] {
  const unique = new Map(
    [{ start: 0, lead: '' }, ...cuts.filter(({ start }) => start > 0)].map((cut) => [cut.start, cut]),
  );
  const ascending = [...unique.values()].sort((a, b) => a.start - b.start);
  return ascending.map((cut, index) => ({ ...cut, end: ascending[index + 1]?.start ?? length }));
}

interface InnerCut {
  line: number;
  /** A line is parsed as a table row only below the head of its table. */
  header: { start: number; end: number } | null;
}

const longBlock = 2_000;

function innerCuts(tokens: readonly Token[], offsetOf: (line: number) => number): InnerCut[] {
  const cuts: InnerCut[] = [];
  let outer: { type: string; firstLine: number } | null = null;
  for (const { level, map, nesting, type } of tokens) {
    if (map === null || nesting === -1) continue;
    if (level === 0) {
      const isLong = offsetOf(map[1]) - offsetOf(map[0]) > longBlock;
      outer = isLong ? { type, firstLine: map[0] } : null;
    }
    if (level === 0 || outer === null) continue;
    if (outer.type === 'table_open') {
      const head = outer.firstLine;
      if (type !== 'tr_open' || map[0] < head + 2) continue;
      cuts.push({ line: map[0], header: { start: offsetOf(head), end: offsetOf(head + 2) } });
    } else if (level === 1 && outer.type !== 'footnote_open') cuts.push({ line: map[0], header: null });
  }
  return cuts;
}

/** As labels are compared. */
interface Labels {
  links: ReadonlySet<string>;
  notes: ReadonlySet<string>;
}

/** It only matters that the labels are defined: their addresses do not change the comparison. */
function definitionsFor(piece: string, { links, notes }: Labels): string {
  const used = [...labelsUsedIn(piece)];
  return [
    ...used.filter((label) => links.has(label)).map((label) => `[${label}]: #`),
    '',
    ...used
      .filter((label) => label.startsWith('^') && notes.has(label.slice(1)))
      .map((label) => `[${label}]: x`),
  ].join('\n');
}
