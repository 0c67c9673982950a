import { expect, it } from 'vitest';

import { fromBase64, toBase64 } from './base64.ts';

it.each([0, 1, 2, 3, 8_191, 8_192, 8_193, 300_000])('%i bytes are the same after both ways', (length) => {
  const bytes = Uint8Array.from({ length }, (_, at) => (at * 7) % 256);
  expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  expect(fromBase64(toBase64(bytes))).toEqual(bytes);
});

it('refuses what is not base64', () => {
  expect(() => fromBase64('not base64!')).toThrow();
});
