import { createFingerprints, createLocator, describeAnchor, type TextRange } from '@annotate-mcp/core';

import type { AnchorCase } from './cases.ts';
import type { Document } from './corpus.ts';
import { matchers, ours, oursByRecord } from './matchers.ts';
import { cpuOf, percentile } from './measure.ts';
import { createRandom } from './random.ts';
import { chooseTarget } from './targets.ts';

const length = 1_000_000;
const misses = 25;
const anchors = 500;

export interface LongDocumentRow {
  readonly matcher: string;
  readonly n: number;
  /** CPU milliseconds for each anchor. */
  readonly p50: number;
  readonly p95: number;
}

/** The time to find that a paragraph was deleted from a 1 MB text, and to place all comments of such a text. */
export function measureLongDocument(documents: readonly Document[], seed: number): LongDocumentRow[] {
  const text = longText(documents);
  const cases = goneFrom(text);
  const slow = matchers.filter(({ name }) => name !== 'indexOf');
  const alone = slow.map((matcher) =>
    row(
      `${matcher.name}: gone`,
      cases.map((made) => cpuOf(() => matcher.place(made)).cpu),
    ),
  );
  return [...alone, ...together(text, cases), ...batch(text, seed)];
}

const knowing = [
  { matcher: ours, optionsFor: (lastSeenText: string) => ({ lastSeenText }) },
  { matcher: oursByRecord, optionsFor: () => ({}) },
];

/** The first anchor pays for reading both texts, so it is left out. */
function together(text: string, cases: readonly AnchorCase[]): LongDocumentRow[] {
  return knowing.map(({ matcher, optionsFor }) => {
    const locate = createLocator(text, optionsFor(cases[0]?.lastSeenText ?? ''));
    const cpu = cases.map(({ anchor }) => cpuOf(() => locate(anchor)).cpu);
    return row(`${matcher.name}: each further one gone`, cpu.slice(1));
  });
}

function batch(text: string, seed: number): LongDocumentRow[] {
  const random = createRandom(seed);
  const lastSeenText = text;
  const edited = text.replace(/^#+ .*$/gm, (heading) =>
    random.chance(0.3) ? `${heading}\n\nA new remark.` : heading,
  );
  const made = Array.from({ length: anchors }, () =>
    chooseTarget(text, random.pick(['phrase', 'sentence']), random),
  )
    .filter((target) => target !== null)
    .map(recorder(text));
  return knowing.map(({ matcher, optionsFor }) => {
    const runs = Array.from({ length: 5 }, () => {
      const { cpu } = cpuOf(() => {
        const locate = createLocator(edited, optionsFor(lastSeenText));
        return made.map((anchor) => locate(anchor));
      });
      return cpu / made.length;
    });
    return row(`${matcher.name}: each of ${made.length} in a batch`, runs);
  });
}

/** As anchors are stored with comments; the text is read once for all. */
function recorder(text: string) {
  const fingerprintOf = createFingerprints(text);
  return ({ start, end }: TextRange) => {
    const anchor = describeAnchor(text, start, end);
    return { ...anchor, fingerprint: fingerprintOf(anchor) };
  };
}

function row(matcher: string, cpu: readonly number[]): LongDocumentRow {
  const milliseconds = (share: number) => Math.round(percentile(cpu, share) / 10) / 100;
  return { matcher, n: cpu.length, p50: milliseconds(0.5), p95: milliseconds(0.95) };
}

/** Repeats the corpus with numbers, so that no two paragraphs are the same. */
function longText(documents: readonly Document[]): string {
  let text = '';
  for (let round = 0; text.length < length; round++) {
    for (const document of documents)
      text += `${document.text.replace(/\b[a-z]{6}\b/g, (word) => `${word}${round}`)}\n\n`;
  }
  return text.slice(0, length);
}

function goneFrom(text: string): AnchorCase[] {
  const step = Math.floor(text.length / misses);
  const quotes = Array.from(
    { length: misses },
    (_, index) =>
      `Nobody else says number ${index} of what stood here, between two paragraphs still in place.`,
  );
  const lastSeenText = quotes
    .map((quote, index) => `${text.slice(index * step, (index + 1) * step)}\n\n${quote}\n\n`)
    .join('');
  const record = recorder(lastSeenText);
  return quotes.map((quote) => {
    const start = lastSeenText.indexOf(quote);
    const anchor = record({ start, end: start + quote.length });
    return { kind: 'deleted', document: 'long', anchor, lastSeenText, text, expected: null };
  });
}
