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
    ['a page', '<!doctype html><html><head><title>a</title>|</head><body></body></html>'],
    ['a head that begins with a script', '<!doctype html><html><head><script>a()</script>|</head><body>'],
    ['a script with an end of the head in it', '<html><head><script>"</head><body>"</script><link>|</head>'],
    ['a comment with an end of the head in it', '<html><head><!-- </head> --><style>a < b</style>|</head>'],
    ['a title with a tag in it', '<html><head><title></head></title>|</HEAD >'],
    ['a head without its end tag', '<html><head><meta charset="utf-8">|<body><p>'],
    ['a head that ends with other elements', '<html><head><meta charset="utf-8">|<main><p>'],
    ['marks that are no tags', '<html><head>< </ a <1>|</head>'],
    ['capital letters', '<!DOCTYPE HTML><HTML><HEAD><TITLE>a</TITLE>|</HEAD>'],
    [
      'attributes with marks in them',
      `<!doctype html><html data-a="<head>"><head data-b='>'><title></title>|</head>`,
    ],
    ['a comment with another head', '<!-- <head> --><!doctype html><html><head>|</head>'],
    ['no head', '<!doctype html>|<title>a</title><p>b</p>'],
    ['an html element only', '<html lang="en">|<body><header>a</header>'],
    ['a header in its place', '<!doctype html>|<header>a</header>'],
    ['no page at all', '<h1>Hello</h1><head>|'],
    ['nothing but text', 'Hello|'],
    ['a byte order mark', '\uFEFF<!doctype html><head><meta name="é">|</head>é'],
    ['nothing', '|'],
  ])('is at the end of the head in %s', (_, marked) => {
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

  it('delays no more than a tag that has not arrived whole', () => {
    const style = 'a{}'.repeat(30_000);
    const { sent } = send(
      '<!doctype html><he',
      'ad><style>',
      style,
      '</style><ti',
      'tle>b</title></head>',
      '<p>c',
    );
    expect(sent.map((piece) => piece.length)).toEqual([15, 13, 90_000 - 11, 19, 23 + tag.length, 4, 0]);
    expect(sent[4]).toContain(`b</title>${tag}</head>`);
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
