import { describe, expect, it } from 'vitest';

import { describeAnchor, type TextAnchor } from './anchor.ts';
import { createFingerprints, readFingerprint } from './fingerprint.ts';
import { locateAnchor } from './locate.ts';
import { createRecall, unknownWords } from './recalled-text.ts';

const paragraphs = Array.from(
  { length: 60 },
  (_, n) =>
    `## Part ${n}\n\nIn part ${n} the importer reads ${n * 7} rows. It then writes ${n * 13} of them\nto the table of part ${n}, and says so.\n\n- row ${n} is kept\n- row ${n + 100} is not`,
);
const document = paragraphs.join('\n\n');

function recorded(text: string, quote: string, from = 0): TextAnchor {
  const start = text.indexOf(quote, from);
  const anchor = describeAnchor(text, start, start + quote.length);
  return { ...anchor, fingerprint: createFingerprints(text)(anchor) };
}

const flat = (text: string) => text.replace(/\s+/g, ' ').trim();

function recalledFrom(text: string, { fingerprint = '' }: TextAnchor): string {
  const read = readFingerprint(fingerprint);
  return read === null ? 'no fingerprint' : flat(createRecall(text)(read).text);
}

describe('a fingerprint', () => {
  const anchor = recorded(document, 'writes 390 of them');

  it('recalls the whole text from a text that has not changed', () => {
    expect(recalledFrom(document, anchor)).toBe(flat(document));
  });

  it('recalls it from a rewrapped text with other line endings', () => {
    const rewrapped = document.replaceAll('of them\nto', 'of them to').replaceAll('\n', '\r\n');
    expect(recalledFrom(rewrapped, anchor)).toBe(flat(document));
  });

  it('recalls all but the part that was changed, whatever was moved', () => {
    const text = [...paragraphs.slice(40), 'A new remark.', ...paragraphs.slice(0, 40)]
      .join('\n\n')
      .replace('reads 21 rows', 'reads nothing');
    const recalled = recalledFrom(text, anchor);
    const [start = '', end = '', ...more] = recalled.split(unknownWords);
    expect(more).toEqual([]);
    expect(flat(document).startsWith(start)).toBe(true);
    expect(flat(document).endsWith(end)).toBe(true);
    expect(recalled.length).toBeGreaterThan(flat(document).length - 100);
  });

  it('has less than 2,000 characters, however long the text is', () => {
    const long = Array.from({ length: 60 }, (_, n) => document.replaceAll('importer', `importer ${n}`)).join(
      '\n\n',
    );
    expect(long.length).toBeGreaterThan(500_000);
    const { fingerprint = '' } = recorded(long, 'importer 30 reads 70 rows');
    expect(fingerprint.length).toBeLessThan(2_000);
    expect(fingerprint.length).toBeGreaterThan(200);
  });

  it('of a text without spaces has many parts too', () => {
    const chinese = Array.from(
      { length: 40 },
      (_, n) => `第${n}章很长，作者在这里讲了很多很多故事和道理。`,
    ).join('');
    const { hashes } = readFingerprint(recorded(chinese, '第20章').fingerprint ?? '') ?? { hashes: [] };
    expect(hashes.length).toBeGreaterThan(20);
  });

  const invalid = [
    '',
    'x',
    '99.0.0.0.0.AA',
    '0.0.0.0.0.A',
    '0.0.1.0.0.AA',
    '0.1.0.0.0.AABB',
    '0.0.0.0.0.A\n',
  ];

  it.each([...invalid, `0.0.0.0.0.${'AB'.repeat(701)}`])(
    'that another program wrote is ignored: %j',
    (fingerprint) => {
      expect(readFingerprint(fingerprint)).toBeNull();
      expect(locateAnchor({ ...anchor, fingerprint }, document)).toMatchObject({ state: 'placed' });
    },
  );
});

describe('locateAnchor with nothing but the record', () => {
  const moved = paragraphs[30] ?? '';
  const sentence = 'It then writes 390 of them\nto the table of part 30, and says so.';

  it('follows a paragraph that was moved far and edited', () => {
    const edited = moved.replace('rows', 'lines');
    const text = [
      ...paragraphs.slice(0, 2),
      edited,
      ...paragraphs.slice(2, 30),
      ...paragraphs.slice(31),
    ].join('\n\n');
    const placement = locateAnchor(recorded(document, sentence), text);
    const start = text.indexOf(sentence);
    expect(placement).toMatchObject({ state: 'placed', start, end: start + sentence.length });
  });

  it('calls a deleted passage stale although a copy was always there', () => {
    const lastSeen = `${document}\n\n## Again\n\n${moved}\n\nThe end of it.`;
    const anchor = recorded(lastSeen, sentence);
    const text = lastSeen.replace(`${moved}\n\n`, '');
    expect(locateAnchor(anchor, text)).toEqual({ state: 'stale' });
    expect(locateAnchor({ ...anchor, fingerprint: '' }, text).state).not.toBe('stale');
  });

  it('finds its words to the letter where the text before them has changed', () => {
    const text = document.replace('## Part 0', '## The first part');
    for (const quote of ['writes 0 of them', 'the importer reads 7 rows', 'row 1 is kept']) {
      const { start, end } = recorded(document, quote);
      const shift = text.length - document.length;
      const placement = locateAnchor(recorded(document, quote), text);
      expect(placement).toMatchObject({ state: 'placed', start: start + shift, end: end + shift });
    }
  });

  it('keeps to its place when a copy is inserted before it', () => {
    const anchor = recorded(document, sentence);
    const text = document.replace(paragraphs[3] ?? '', `${moved}\n\n${paragraphs[3]}`);
    const start = text.lastIndexOf(sentence);
    expect(locateAnchor(anchor, text)).toMatchObject({ state: 'placed', start });
  });
});
