/** How many comments are re-anchored in a second after an edit, beside a search for their quotes. */
import { anchorAt, blocksOf, createReanchor } from '@annotate-mcp/markdown';

import type { Report } from '../benchmark.ts';
import { rounded } from '../samples.ts';

import { documents } from './documents.ts';

const comments = 500;
const rounds = 3;

export function reanchoring(report: Report): void {
  const rows = documents.flatMap(({ name, text }) => {
    report.progress(`${name}: ${comments} comments after an edit`);
    const { after, moved } = edited(text);
    const targets = targetsIn(text);
    const before = blocksOf(text);
    const anchors = targets.map(({ start, end }) => anchorAt(text, before, start, end));
    const expected = targets.map(({ start }) => moved(start));
    const own = timed(() => {
      const reanchor = createReanchor(after, blocksOf(after), text);
      return anchors.map((anchor) => {
        const { anchor: now, anchorState } = reanchor(anchor);
        return anchorState === 'placed' ? now.char_start : null;
      });
    });
    const naive = timed(() => anchors.map(({ quote }) => after.indexOf(quote)));
    return [
      { document: name, how: 'followed', ...told(own, expected) },
      { document: name, how: 'indexOf of the quote', ...told(naive, expected) },
    ];
  });
  report.table(`${comments} comments after three edits (parsing included)`, rows);
  report.result('anchors', rows);
}

interface Target {
  start: number;
  end: number;
}

/** Includes words that are in every section, because people comment on such words as well. */
function targetsIn(text: string): Target[] {
  const words = [...text.matchAll(/because the road|a little more|folded twice|\d+ people did the same/g)];
  const step = words.length / comments;
  return Array.from({ length: comments }, (_, n) => {
    const { index, 0: found } = words[Math.floor(n * step)] ?? { index: 0, 0: '' };
    return { start: index, end: index + found.length };
  });
}

/** Adds text at the top, rewords the middle and removes text after it. */
function edited(text: string): { after: string; moved: (offset: number) => number | null } {
  const added = 'Read this first: the route has changed since last year.\n\n';
  const middle = text.indexOf('## Stage', text.length / 2);
  const gone = text.indexOf('## Stage', middle + 1);
  const reworded = text.slice(middle, gone).replace('Nobody minds', 'Hardly anybody minds');
  const next = text.indexOf('## Stage', gone + 1);
  const after = `${added}${text.slice(0, middle)}${reworded}${text.slice(next)}`;
  const shift = reworded.length - (gone - middle);
  const change = text.indexOf('Nobody minds', middle);
  return {
    after,
    moved(offset) {
      if (offset >= gone && offset < next) return null;
      const at = offset + added.length;
      if (offset >= next) return at + shift - (next - gone);
      return offset > change && offset < gone ? at + shift : at;
    },
  };
}

interface Timed {
  ms: number;
  places: readonly (number | null)[];
}

/** The fastest run, which other load has disturbed least. */
function timed(place: () => (number | null)[]): Timed {
  let best: Timed = { ms: Infinity, places: [] };
  for (let round = 0; round < rounds; round++) {
    const began = performance.now();
    const places = place();
    const ms = performance.now() - began;
    if (ms < best.ms) best = { ms, places };
  }
  return best;
}

function told({ ms, places }: Timed, expected: readonly (number | null)[]) {
  const right = places.filter((place, index) => place === expected[index]).length;
  const wrong = places.filter(
    (place, index) => place !== null && place !== -1 && place !== expected[index],
  ).length;
  const percent = (count: number) => rounded((count / expected.length) * 100);
  return {
    'per second': rounded(expected.length / (ms / 1_000)),
    'right %': percent(right),
    'wrong place %': percent(wrong),
  };
}
