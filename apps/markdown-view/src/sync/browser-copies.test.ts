import { expect, it } from 'vitest';

import { anchorOf } from '../testing/comments.ts';
import { MemoryStorage } from '../testing/memory-storage.ts';

import { createShelf } from './shelf.ts';

const input = { id: 'a', text: 'Fix', anchor: anchorOf('first step') };

it('brings back comments and kept texts of this file, and of no other', () => {
  const storage = new MemoryStorage();
  const shelf = createShelf(storage, 'plan.md');
  shelf.put(input);
  shelf.keep('reply:b', 'Why?');
  createShelf(storage, 'other.md').put({ ...input, id: 'x' });
  const again = createShelf(storage, 'plan.md');
  expect(again.comments()).toEqual([input]);
  expect(again.kept()).toEqual(new Map([['reply:b', 'Why?']]));
  again.remove('a');
  again.keep('reply:b', null);
  expect([again.comments(), again.kept().size]).toEqual([[], 0]);
});

it('takes nothing that it did not write', () => {
  const storage = new MemoryStorage();
  storage.setItem('annotate:md:draft:plan.md:a', '{"id":7}');
  storage.setItem('annotate:md:draft:plan.md:b', 'not JSON');
  expect(createShelf(storage, 'plan.md').comments()).toEqual([]);
  expect(storage.length).toBe(0);
});

it.each([
  { name: 'forbidden', storage: null },
  { name: 'full', storage: new MemoryStorage(true) },
])('does without a storage that is $name', ({ storage }) => {
  const shelf = createShelf(storage, 'plan.md');
  shelf.put(input);
  shelf.keep('reply:b', 'Why?');
  expect([shelf.comments(), shelf.kept().size, shelf.setting('x')]).toEqual([[], 0, null]);
});
