import { expect, it } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { withRest, withUnread } from './listed.ts';

it('a portion that was read again keeps what is listed below it', () => {
  const before = { listed: ['a', 'b', 'c', 'd'], next: 'after d' };
  expect(withRest(['x', 'a'], { limit: 2, next: 'after a' }, before)).toEqual({
    listed: ['x', 'a', 'c', 'd'],
    next: 'after d',
  });
});

it('a portion that is the whole list leaves nothing below it', () => {
  const before = { listed: ['a', 'b', 'c'], next: 'after c' };
  expect(withRest(['a'], { limit: 2, next: null }, before)).toEqual({ listed: ['a'], next: null });
});

it('the first portion of a list is the list', () => {
  const before = { listed: null, next: null };
  expect(withRest(['a'], { limit: 50, next: 'after a' }, before)).toEqual({ listed: ['a'], next: 'after a' });
});

it('only an answer that has an annotation says whether it is unread', () => {
  const [first, second] = [1, 2].map((n) => sampleAnnotation({ id: uuidOf(n) }));
  const answer = {
    annotations: first && second ? [first, second] : [],
    unread: [uuidOf(2)],
    next: null,
    cursor: '',
  };
  expect([...withUnread(new Set([uuidOf(1), uuidOf(3)]), answer)].sort()).toEqual([uuidOf(2), uuidOf(3)]);
});
