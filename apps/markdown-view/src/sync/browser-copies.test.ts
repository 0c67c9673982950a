import { expect, it } from 'vitest';

import { MemoryStorage } from '@annotate-mcp/overlay/testing/memory-storage';

import { anchorOf } from '../testing/comments.ts';

import { createBrowserCopies } from './browser-copies.ts';

const input = { id: 'a', text: 'Fix', anchor: anchorOf('first step') };

it('restores drafts and field texts of this file only', () => {
  const storage = new MemoryStorage();
  const copies = createBrowserCopies(storage, 'plan.md');
  copies.saveDraft(input);
  copies.saveFieldText('reply:b', 'Why?');
  createBrowserCopies(storage, 'other.md').saveDraft({ ...input, id: 'x' });
  const again = createBrowserCopies(storage, 'plan.md');
  expect(again.drafts()).toEqual([input]);
  expect(again.fieldTexts()).toEqual(new Map([['reply:b', 'Why?']]));
  again.removeDraft('a');
  again.saveFieldText('reply:b', null);
  expect([again.drafts(), again.fieldTexts().size]).toEqual([[], 0]);
});

it('ignores entries that are not drafts, and removes them', () => {
  const storage = new MemoryStorage();
  storage.setItem('annotate:md:draft:plan.md:a', '{"id":7}');
  storage.setItem('annotate:md:draft:plan.md:b', 'not JSON');
  expect(createBrowserCopies(storage, 'plan.md').drafts()).toEqual([]);
  expect(storage.length).toBe(0);
});

it.each([
  { name: 'forbidden', storage: null },
  { name: 'full', storage: new MemoryStorage(() => true) },
])('does without a storage that is $name', ({ storage }) => {
  const copies = createBrowserCopies(storage, 'plan.md');
  copies.saveDraft(input);
  copies.saveFieldText('reply:b', 'Why?');
  expect([copies.drafts(), copies.fieldTexts().size, copies.setting('x')]).toEqual([[], 0, null]);
});
