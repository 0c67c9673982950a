import { expect, it } from 'vitest';

import { isShortenedSnapshot, readSnapshot, shortenSnapshot } from './snapshot.ts';

const row = (words: string, className = 'a') =>
  `<li class="${className}" data-id="7"><b title="1 > 0">${words}</b><i>${'on & on '.repeat(300)}</i></li>`.replaceAll(
    ' & ',
    ' &amp; ',
  );

it('keeps what the element is found by: tag, attributes and first words', () => {
  const short = shortenSnapshot(row('Milk'));
  expect(short.length).toBeLessThan(700);
  expect(isShortenedSnapshot(short)).toBe(true);
  const [before, after] = [readSnapshot(row('Milk')), readSnapshot(short)];
  expect(after?.tag).toBe('li');
  expect(after?.attributes).toEqual(before?.attributes);
  expect(after?.text.slice(0, 400)).toBe(before?.text.slice(0, 400));
});

it('a shortened snapshot has the same words exactly when the whole has, also where they differ at the end', () => {
  const words = (html: string) => readSnapshot(shortenSnapshot(html))?.text;
  expect(words(row('Milk'))).toBe(words(row('Milk', 'b')));
  expect(words(row('Milk'))).not.toBe(words(row('Milk').replace('on </i>', 'off</i>')));
  expect(words(row('Milk'))).not.toBe(words(row('Tea')));
});

it('tells apart what differs in its tags only', () => {
  const html = row('Milk');
  expect(shortenSnapshot(html)).toBe(shortenSnapshot(html));
  expect(shortenSnapshot(html)).not.toBe(shortenSnapshot(html.replace('<b ', '<b class="x" ')));
});

it('only marks what is short, begins with a long tag, or is no element', () => {
  const long = 'x'.repeat(3_000);
  for (const html of ['<li>One</li>', `<img src="${long}">`, long]) {
    const short = shortenSnapshot(html);
    expect(short.startsWith(html)).toBe(true);
    expect(isShortenedSnapshot(short)).toBe(true);
    expect(readSnapshot(short)).toEqual(readSnapshot(html));
  }
  expect(isShortenedSnapshot('<li>One</li>')).toBe(false);
});
