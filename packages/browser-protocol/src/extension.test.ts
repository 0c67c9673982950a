import { createHash } from 'node:crypto';

import { expect, it } from 'vitest';

import { extensionId, extensionKey } from './extension.ts';

it('names the id that Chrome derives from the key', () => {
  const hash = createHash('sha256').update(Buffer.from(extensionKey, 'base64')).digest('hex');
  const letters = Array.from(hash.slice(0, 32), (digit) => 'abcdefghijklmnop'[parseInt(digit, 16)]);
  expect(letters.join('')).toBe(extensionId);
});
