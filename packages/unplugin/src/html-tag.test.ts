import { describe, expect, it } from 'vitest';

import { createTagInserter } from './html-tag.ts';

const tag = '<script type="module" src="/o.js"></script>';

/** The page in the chunks in which it arrives. */
function send(...pieces: (string | Buffer)[]): { sent: string[]; page: string } {
  const inserter = createTagInserter(tag);
  const sent = [...pieces.map((piece) => inserter.push(Buffer.from(piece))), inserter.end()];
  return { sent: sent.map(String), page: String(Buffer.concat(sent)) };
}

describe('the tag', () => {
  it.each([
    ['a page', '<!doctype html><html><head>|<title>a</title></head><body></body></html>'],
    ['capital letters', '<!DOCTYPE HTML><HTML><HEAD>|</HEAD>'],
    ['attributes with marks in them', `<!doctype html><html data-a="<head>"><head data-b='>'>|<title>`],
    ['a comment with another head', '<!-- <head> --><!doctype html><html><head>|'],
    ['no head', '<!doctype html>|<title>a</title><p>b</p>'],
    ['an html element only', '<html lang="en">|<body><header>a</header>'],
    ['a header in its place', '<!doctype html>|<header>a</header>'],
    ['no page at all', '<h1>Hello</h1><head>|'],
    ['nothing but text', 'Hello|'],
    ['a byte order mark', '\uFEFF<!doctype html><head>|é'],
    ['nothing', '|'],
  ])('is at the start of the head in %s', (_, marked) => {
    const page = marked.replace('|', '');
    const expected = marked.replace('|', tag);
    expect(send(page).page).toBe(expected);
    // One byte at a time: the result must not depend on the chunks.
    expect(
      send(
        ...Buffer.from(page)
          .toString('latin1')
          .split('')
          .map((byte) => Buffer.from(byte, 'latin1')),
      ).page,
    ).toBe(expected);
  });

  it('does not delay what comes after the start of the head', () => {
    expect(send('<!doctype html><he', 'ad><title>', 'a</title>', '<p>b').sent).toEqual([
      '',
      `<!doctype html><head>${tag}<title>`,
      'a</title>',
      '<p>b',
      '',
    ]);
  });

  it('is inserted without a head after a limited number of bytes', () => {
    const long = `<!-- ${'a'.repeat(70_000)}`;
    expect(send(long, ' --><p>').sent).toEqual([long, ' --><p>', tag]);
  });

  it('is not inserted a second time', () => {
    const page = `<!doctype html><html><head>${tag}</head></html>`;
    expect(send(page).page).toBe(page);
  });
});
