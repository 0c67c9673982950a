import { expect, it } from 'vitest';

import { isUuid } from '@annotate-mcp/core';
import { uuidOf } from '@annotate-mcp/core/testing';

import { authorIdFrom } from './author-id.ts';

it('the id of an author is the same for one secret, another for each other secret, and shows nothing of it', () => {
  const ids = Array.from({ length: 50 }, (_, n) => authorIdFrom(uuidOf(n)));
  expect(new Set(ids).size).toBe(50);
  expect(authorIdFrom(uuidOf(3))).toBe(ids[3]);
  expect(ids).not.toContain(uuidOf(3));
  for (const id of ids) expect(isUuid(id) && id.charAt(14)).toBe('8');
});

it('of an id is another id: what others see proves nothing', () => {
  const id = authorIdFrom(uuidOf(1));
  expect(authorIdFrom(id)).not.toBe(id);
});

it('does not depend on how the letters of the secret are written', () => {
  const secret = 'abcdefab-1234-4abc-8abc-abcdefabcdef';
  expect(authorIdFrom(secret.toUpperCase())).toBe(authorIdFrom(secret));
});
