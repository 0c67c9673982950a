import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { describeAnchor } from './anchor.ts';
import { locateAnchor } from './locate.ts';

const word = fc.constantFrom(
  'the',
  'a',
  'server',
  'text',
  'of',
  'writes',
  'café',
  'naïve',
  '한글',
  '中文',
  '😀',
  'line.',
  'x,',
);
const gap = fc.constantFrom(' ', ' ', ' ', '\n', '\n\n');
const prose = (minLength: number, maxLength: number) =>
  fc
    .array(fc.tuple(word, gap), { minLength, maxLength })
    .map((pairs) => pairs.map(([some, space]) => some + space).join(''));
// Words that occur nowhere else, so that the quote is the only one of its kind.
const uniqueQuote = fc
  .array(fc.constantFrom('Quokka', 'Zephyr', 'Jigsaw', 'Vortex', 'Lynx'), { minLength: 4, maxLength: 12 })
  .map((words) => words.join(' '));
const anything = fc.string({ unit: 'binary', maxLength: 300 });

/** Whether the caller remembers the last seen text must not matter for these. */
const remembered = fc.boolean();

describe('locateAnchor, whatever the text', () => {
  it('places an anchor of an untouched text at its offset with full confidence', () => {
    fc.assert(
      fc.property(prose(1, 60), fc.nat(), fc.nat(), (text, one, two) => {
        const start = one % text.length;
        const anchor = describeAnchor(text, start, start + 1 + (two % (text.length - start)));
        const { start: from, end } = anchor;
        const placed = { state: 'placed', start: from, end, confidence: 1, how: 'offset' };
        expect(locateAnchor(anchor, text)).toEqual(placed);
      }),
    );
  });

  it('finds an unedited quote in its context at its exact place, whatever was edited around it', () => {
    fc.assert(
      fc.property(
        fc.tuple(prose(0, 80), prose(0, 80), prose(0, 80), prose(0, 80), prose(30, 40), prose(30, 40)),
        uniqueQuote,
        remembered,
        ([head, newHead, tail, newTail, before, after], quote, isRemembered) => {
          const lastSeenText = `${head}${before}${quote} ${after}${tail}`;
          const text = `${newHead}${before}${quote} ${after}${newTail}`;
          const start = head.length + before.length;
          const anchor = describeAnchor(lastSeenText, start, start + quote.length);
          const placement = locateAnchor(anchor, text, isRemembered ? { lastSeenText } : {});
          const expected = newHead.length + before.length;
          expect(placement).toMatchObject({ state: 'placed', start: expected, end: expected + quote.length });
        },
      ),
    );
  });

  it('never places a quote that was deleted and of which nothing like it is left', () => {
    fc.assert(
      fc.property(prose(0, 80), prose(0, 80), uniqueQuote, remembered, (head, tail, quote, isRemembered) => {
        const lastSeenText = `${head}${quote} ${tail}`;
        const anchor = describeAnchor(lastSeenText, head.length, head.length + quote.length);
        const options = isRemembered ? { lastSeenText } : {};
        expect(locateAnchor(anchor, head + tail, options).state).not.toBe('placed');
      }),
    );
  });

  it('finds the same passage in a text converted to decomposed characters', () => {
    fc.assert(
      fc.property(prose(20, 60), prose(20, 60), uniqueQuote, remembered, (head, tail, some, isRemembered) => {
        const quote = `é ${some} 한글`;
        const lastSeenText = `${head}${quote} ${tail}`;
        const anchor = describeAnchor(lastSeenText, head.length, head.length + quote.length);
        const text = lastSeenText.normalize('NFD');
        const placement = locateAnchor(anchor, text, isRemembered ? { lastSeenText } : {});
        const start = head.normalize('NFD').length;
        expect(placement).toMatchObject({
          state: 'placed',
          start,
          end: start + quote.normalize('NFD').length,
        });
      }),
    );
  });

  it('answers for any two texts, within the new one and on whole characters', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    fc.assert(
      fc.property(
        anything,
        anything,
        fc.nat(),
        fc.nat(),
        remembered,
        (before, inserted, one, two, isRemembered) => {
          fc.pre(before.length > 0);
          const start = one % before.length;
          const anchor = describeAnchor(before, start, start + 1 + (two % (before.length - start)));
          const cut = two % before.length;
          const text = before.slice(0, cut) + inserted + before.slice(cut);
          const placement = locateAnchor(anchor, text, isRemembered ? { lastSeenText: before } : {});
          const places = placement.state === 'ambiguous' ? placement.candidates : [placement];
          for (const place of places) {
            if (!('start' in place)) continue;
            expect(place.start).toBeGreaterThanOrEqual(0);
            expect(place.end).toBeLessThanOrEqual(text.length);
            expect(place.start).toBeLessThan(place.end);
            expect(place.confidence).toBeGreaterThan(0);
            expect(place.confidence).toBeLessThanOrEqual(1);
            const boundaries = new Set(
              [...segmenter.segment(text)].map(({ index }) => index).concat(text.length),
            );
            expect(boundaries).toContain(place.start);
            expect(boundaries).toContain(place.end);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('takes any anchor for any text without throwing', () => {
    fc.assert(
      fc.property(
        fc.record({
          quote: anything,
          contextBefore: anything,
          contextAfter: anything,
          start: fc.integer(),
          end: fc.integer(),
        }),
        anything,
        anything,
        (anchor, text, lastSeenText) => {
          expect(['placed', 'ambiguous', 'stale']).toContain(
            locateAnchor(anchor, text, { lastSeenText }).state,
          );
        },
      ),
    );
  });
});
