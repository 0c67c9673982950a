import { expect, it } from 'vitest';

import { createSecret, hashOf, kindOf } from './secrets.ts';

it('makes secrets of 256 bits that are known by their prefix, and stores only their hash', () => {
  const { secret, hash } = createSecret('token');
  expect(secret).toMatch(/^annt_[\w-]{43}$/);
  expect(kindOf(secret)).toBe('token');
  expect(hash).toEqual(hashOf(secret));
  expect(hash.toString('latin1')).not.toContain(secret.slice(5));
  expect(createSecret('token').secret).not.toBe(secret);
});

it.each(['', 'annt_', `annx_${'a'.repeat(43)}`, `annt_${'a'.repeat(44)}`, `xannt_${'a'.repeat(43)}`])(
  'takes %j for no secret',
  (text) => {
    expect(kindOf(text)).toBeNull();
  },
);
