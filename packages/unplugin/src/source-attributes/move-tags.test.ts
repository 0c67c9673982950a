import { describe, expect, it } from 'vitest';

import { moveTags } from './move-tags.ts';

const before = '<main>\n  <h1 class="big">Old title</h1>\n  <p>{count}</p>\n</main>\n';
const tags = ['<main', '<h1', '<p'].map((tag) => {
  const start = before.indexOf(tag);
  return { start, nameEnd: start + tag.length };
});
const namesAfter = (code: string) =>
  moveTags({ code: before, tags }, code)?.map(({ start, nameEnd }) => code.slice(start, nameEnd));

describe('moveTags', () => {
  it.each([
    ['nothing', before],
    ['a longer text', before.replace('Old', 'A much newer')],
    ['a shorter text', before.replace('Old title', '')],
    ['a text of other scripts', before.replace('Old title', 'Ünïcode 漢字')],
    ['an attribute', before.replace('big', 'small and blue')],
    ['an expression', before.replace('count', 'total.count')],
    ['lines', before.replace('\n  <p>', '\n\n\n  <p>')],
  ])('finds the same tags after a change of %s', (_, code) => {
    expect(namesAfter(code)).toEqual(['<main', '<h1', '<p']);
  });

  it.each([
    ['a new element', before.replace('Old', '<b>Old</b>')],
    ['a removed element', before.replace('<p>{count}</p>', '')],
    ['another name of an element', before.replaceAll('h1', 'h2')],
    ['a longer name of an element', before.replace('<p>', '<pre>')],
    ['a space in a name', before.replace('<main', '<ma in')],
    ['an expression in a text', before.replace('Old', '{old}')],
    ['a comment', before.replace('<p>', '<!--<p>')],
    ['a quotation mark', before.replace('big"', 'big')],
    ['an element that is marked already', before.replace('big', 'data-annotate-source')],
    ['half of a character', before.replace('Old', '\uD83D')],
  ])('cannot tell after %s', (_, code) => {
    expect(namesAfter(code)).toBeUndefined();
  });
});
