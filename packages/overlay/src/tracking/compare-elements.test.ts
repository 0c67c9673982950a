import { expect, it } from 'vitest';

import { readSnapshot } from '@annotate-mcp/core';

import { compareElements, similarity } from './compare-elements.ts';

const facts = (html: string, source = false) => {
  const read = readSnapshot(html);
  if (read === null) throw new Error(`not a snapshot: ${html}`);
  return { ...read, source };
};

const cases = [
  {
    name: 'says and is named the same',
    was: '<li class="a">One</li>',
    is: '<li class="a">One</li>',
    kind: 'same',
  },
  { name: 'was styled otherwise', was: '<li class="a">One</li>', is: '<li class="b">One</li>', kind: 'same' },
  { name: 'is another tag', was: '<li>One</li>', is: '<p>One</p>', kind: 'other' },
  { name: 'says something else', was: '<li>One</li>', is: '<li>Two</li>', kind: 'changed' },
  { name: 'has another key', was: '<li data-id="1">One</li>', is: '<li data-id="2">Two</li>', kind: 'other' },
  { name: 'leads elsewhere', was: '<a href="/1">More</a>', is: '<a href="/2">More</a>', kind: 'changed' },
  { name: 'has an id that counts up', was: '<p id=":r1:">Hi</p>', is: '<p id=":r7:">Hi</p>', kind: 'same' },
  { name: 'is an empty box', was: '<div></div>', is: '<div></div>', kind: 'changed' },
  { name: 'is a picture', was: '<img src="/a.png">', is: '<img src="/a.png">', kind: 'same' },
  { name: 'is another picture', was: '<img src="/a.png">', is: '<img src="/b.png">', kind: 'changed' },
] as const;

it.each(cases)('an element that $name is $kind', ({ was, is, kind }) => {
  expect(compareElements(facts(was), facts(is)).kind).toBe(kind);
});

it.each([
  ['the same', 'b', true],
  ['another one', 'c', false],
])('knows an item by the key that the app gives it: %s', (_, key, hasSameKey) => {
  const was = facts('<li data-testid="card" data-product-id="b">One</li>');
  const is = facts(`<li data-testid="card" data-product-id="${key}">Two</li>`);
  expect(compareElements(was, is)).toMatchObject({ kind: 'changed', hasSameKey });
});

it('prefers what is written at the same place in the source', () => {
  const was = facts('<li>One</li>', true);
  expect(compareElements(was, facts('<li>One</li>', true)).score).toBeGreaterThan(
    compareElements(was, facts('<li>One</li>', false)).score,
  );
});

it('reads tag, attributes and words of a snapshot', () => {
  const read = readSnapshot('<a href="/?a=1&amp;b=2" title="1 > 0"><b>Go</b>\n  on &amp; <i>on</i></a>');
  expect(read?.tag).toBe('a');
  expect(read?.attributes.get('href')).toBe('/?a=1&b=2');
  expect(read?.attributes.get('title')).toBe('1 > 0');
  expect(read?.text).toBe('Go on & on');
});

it('leaves out what a truncated snapshot was cut in', () => {
  expect(readSnapshot('<p>One <b>two</b> <i cla… (truncated, 9000 characters)')?.text).toBe('One two');
});

it('knows nothing of what is no element', () => {
  expect(readSnapshot('just words')).toBeNull();
});

it('compares by common words', () => {
  expect(similarity('a b c d', 'a b c x')).toBe(0.75);
  expect(similarity('', 'a')).toBe(0);
});
