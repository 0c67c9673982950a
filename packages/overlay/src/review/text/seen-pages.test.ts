import { expect, it } from 'vitest';

import { MemoryStorage } from '../../testing/memory-storage.ts';

import { openSeenPages } from './seen-pages.ts';

const url = 'http://localhost:4321/blog';
const spans = new Map([['a', { start: 1, end: 3 }]]);

it('restores the text of a page after a reload, with a fragment or without', () => {
  const storage = new MemoryStorage();
  openSeenPages(storage).remember(url, 'Some text', spans);
  expect([...openSeenPages(storage).recall(`${url}#part`)]).toEqual([
    ['a', { text: 'Some text', start: 1, end: 3 }],
  ]);
  expect(openSeenPages(storage).recall('http://localhost:4321/').size).toBe(0);
});

it('keeps a few pages only, and the newest of all', () => {
  const storage = new MemoryStorage();
  const seen = openSeenPages(storage);
  for (let page = 0; page < 20; page++) seen.remember(`${url}/${page}`, 'Some text', spans);
  expect(storage.length).toBeLessThanOrEqual(6);
  expect(seen.recall(`${url}/19`).size).toBe(1);
});

it('does not keep a very long page', () => {
  const storage = new MemoryStorage();
  openSeenPages(storage).remember(url, 'x'.repeat(400_000), spans);
  expect(storage.length).toBe(0);
});

it.each([
  { name: 'is full', storage: new MemoryStorage(() => true) },
  { name: 'is forbidden', storage: null },
])('does without a storage that $name', ({ storage }) => {
  const seen = openSeenPages(storage);
  seen.remember(url, 'Some text', spans);
  expect(seen.recall(url).size).toBe(0);
});

it.each(['{', 'null', '{"text":1,"spans":[]}', '{"text":"a","spans":[["a","1",2]]}'])(
  'reads %s, which it never wrote, as nothing',
  (stored) => {
    const storage = new MemoryStorage();
    openSeenPages(storage).remember(url, 'Some text', spans);
    storage.setItem(storage.key(0) ?? '', stored);
    expect(openSeenPages(storage).recall(url).size).toBe(0);
  },
);
