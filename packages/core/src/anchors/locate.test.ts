import { describe, expect, it } from 'vitest';

import { describeAnchor, type TextAnchor } from './anchor.ts';
import { createLocator, locateAnchor } from './locate.ts';
import type { Placement } from './placement.ts';

const intro = 'Install the package first. It needs Node 22 or newer, and a writable project folder.';
const usage =
  'Start the server with one command; it prints the address it listens on and stays in the foreground.';
const limits = 'A document may be at most one megabyte. Larger ones are refused with a message that says so.';
const outro = 'Report problems with the version you run and the smallest text that shows them.';
const document = ['# Guide', intro, '## Usage', usage, '## Limits', limits, outro].join('\n\n');

function anchorOf(text: string, quote: string, from = 0): TextAnchor {
  const start = text.indexOf(quote, from);
  return describeAnchor(text, start, start + quote.length);
}

function placedText(text: string, placement: Placement): string {
  return placement.state === 'placed' ? text.slice(placement.start, placement.end) : placement.state;
}

describe('locateAnchor, with or without the last seen text', () => {
  const quote = 'it prints the address it listens on';
  const cases = [
    { name: 'text inserted before it', text: `A new preface.\n\n${document}`, expected: quote },
    { name: 'CRLF line endings', text: document.replaceAll('\n', '\r\n'), expected: quote },
    {
      name: 'a rewrapped paragraph',
      text: document.replace('prints the address', 'prints\nthe  address'),
      expected: 'it prints\nthe  address it listens on',
    },
    {
      name: 'a typo in the quote',
      text: document.replace('prints', 'pritns'),
      expected: 'it pritns the address it listens on',
    },
    {
      name: 'a replaced word in the quote',
      text: document.replace('the address it', 'the port it'),
      expected: 'it prints the port it listens on',
    },
    {
      name: 'the quote copied elsewhere',
      text: document.replace(outro, `Remember: ${quote}.\n\n${outro}`),
      expected: quote,
    },
    { name: 'the quote deleted', text: document.replace(quote, 'it is quiet'), expected: 'stale' },
    {
      name: 'its section deleted',
      text: document.replace(`## Usage\n\n${usage}\n\n`, ''),
      expected: 'stale',
    },
    { name: 'everything deleted', text: '', expected: 'stale' },
  ];

  it.each(cases)('$name', ({ text, expected }) => {
    const anchor = anchorOf(document, quote);
    expect(placedText(text, locateAnchor(anchor, text))).toBe(expected);
    expect(placedText(text, locateAnchor(anchor, text, { lastSeenText: document }))).toBe(expected);
  });
});

describe('locateAnchor with the last seen text', () => {
  it('follows a paragraph that moved and was edited', () => {
    const text = document
      .replace(`${usage}\n\n`, '')
      .replace(outro, `${outro}\n\n${usage.replace('server', 'hub')}`);
    const placement = locateAnchor(anchorOf(document, usage), text, { lastSeenText: document });
    expect(placedText(text, placement)).toBe(usage.replace('server', 'hub'));
  });

  it('calls a deleted passage stale although an exact copy was always there', () => {
    const lastSeenText = `${document}\n\n## Again\n\n${usage}\n\nThe end of it.`;
    const text = lastSeenText.replace(`${usage}\n\n`, '');
    expect(locateAnchor(anchorOf(lastSeenText, usage), text, { lastSeenText })).toEqual({ state: 'stale' });
  });

  it('does not follow offsets that hold another text there, and finds the quote again when it returns', () => {
    const anchor = anchorOf(document, usage);
    const lastSeenText = document.replace(`${usage}\n\n`, '');
    expect(placedText(document, locateAnchor(anchor, document, { lastSeenText }))).toBe(usage);
  });
});

describe('locateAnchor without the last seen text', () => {
  const row = '| name | value | note |\n';
  const table = row.repeat(40);

  it('says ambiguous where two passages do not differ', () => {
    const anchor = anchorOf(table, 'value', row.length * 20);
    const placement = locateAnchor(anchor, `${row.repeat(7)}\n${table}`);
    expect(placement.state).toBe('ambiguous');
  });

  it('offers a lone copy without its context instead of taking it for the original', () => {
    const text = `Something else altogether.\n\n${limits}\n\nAnd nothing of the guide.`;
    const placement = locateAnchor(anchorOf(document, limits), text);
    const start = text.indexOf(limits);
    expect(placement).toMatchObject({
      state: 'ambiguous',
      candidates: [{ start, end: start + limits.length }],
    });
  });

  it('takes that copy when the caller knows that its block lies there', () => {
    const text = `Something else altogether.\n\n${limits}\n\nAnd nothing of the guide.`;
    const start = text.indexOf(limits);
    const near = { start, end: start + limits.length };
    expect(locateAnchor(anchorOf(document, limits), text, { near })).toMatchObject({
      state: 'placed',
      ...near,
    });
  });

  it('does not put a deleted word on another occurrence of it', () => {
    const text = document.replace('the server with', 'it with');
    expect(locateAnchor(anchorOf(document, 'the', document.indexOf('Start')), text).state).not.toBe('placed');
  });
});

describe('locateAnchor', () => {
  it('keeps the whitespace a selection began and ended with', () => {
    const quote = '\n\n## Usage\n\n';
    const text = `New.\n\n${document}`;
    expect(placedText(text, locateAnchor(anchorOf(document, quote), text))).toBe(quote);
  });

  it('calls an anchor without a quote stale', () => {
    const point: TextAnchor = {
      quote: '',
      contextBefore: 'Install',
      contextAfter: ' the',
      start: 16,
      end: 16,
    };
    expect(locateAnchor(point, document, { lastSeenText: document })).toEqual({ state: 'stale' });
  });

  it('answers for many anchors of one text as for each alone', () => {
    const text = document.replace('one command', 'a single command').replace(`${limits}\n\n`, '');
    const locate = createLocator(text, { lastSeenText: document });
    for (const quote of ['Guide', 'Node 22', usage, limits, 'smallest text']) {
      const anchor = anchorOf(document, quote);
      expect(locate(anchor)).toEqual(locateAnchor(anchor, text, { lastSeenText: document }));
    }
  });
});

it('widens a quote whose first accent now belongs to a letter put before it', () => {
  const accent = '\u0301 and more text to be found again';
  const anchor = describeAnchor(accent, 0, accent.length);
  const placement = locateAnchor(anchor, `e${accent}`);
  expect(placement).toMatchObject({ state: 'placed', start: 0 });
});

describe('locateAnchor of a text that was changed on purpose', () => {
  const quote = 'it prints the address it listens on';
  const cases = [
    { name: 'other words', text: document.replace(quote, 'nothing is shown'), expected: 'nothing is shown' },
    {
      name: 'more and other words that share a few with the quote',
      text: document.replace(quote, 'the first line says where to find the server'),
      expected: 'the first line says where to find the server',
    },
    { name: 'nothing in its place', text: document.replace(`; ${quote} and`, ''), expected: 'stale' },
    {
      name: 'its section deleted',
      text: document.replace(`## Usage\n\n${usage}\n\n`, ''),
      expected: 'stale',
    },
    { name: 'everything deleted', text: '', expected: 'stale' },
    {
      name: 'a typo',
      text: document.replace('prints', 'pritns'),
      expected: quote.replace('prints', 'pritns'),
    },
  ];

  it.each(cases)('$name', ({ text, expected }) => {
    const anchor = anchorOf(document, quote);
    for (const options of [{}, { lastSeenText: document }]) {
      expect(placedText(text, locateAnchor(anchor, text, { ...options, reworded: true }))).toBe(expected);
    }
  });

  it('is all words of the new paragraph when that was written anew', () => {
    const text = document.replace(usage, 'One line is enough to begin. Its output is an URL.');
    const anchor = anchorOf(document, quote);
    const placement = locateAnchor(anchor, text, { lastSeenText: document, reworded: true });
    expect(placedText(text, placement)).toBe('One line is enough to begin. Its output is an URL');
  });

  it('is not a page that is still loading', () => {
    const long = ['Menu', ...Array.from({ length: 80 }, (_, n) => `${usage} Part ${n}.`), 'Imprint'].join(
      '\n',
    );
    const anchor = anchorOf(long, 'Part 40');
    const placement = locateAnchor(anchor, 'Menu\nLoading\nImprint', { lastSeenText: long, reworded: true });
    expect(placement).toEqual({ state: 'stale' });
  });
});
