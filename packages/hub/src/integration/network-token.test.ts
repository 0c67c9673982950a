import { expect, it } from 'vitest';

import { networkToken } from './network-token.ts';

it('makes a token of 128 bits for a server that is open to the network, and keeps it', () => {
  const token = networkToken({ network: true });
  expect(Buffer.from(token ?? '', 'base64url')).toHaveLength(16);
  expect(networkToken({ network: true })).toBe(token);
});

it('leaves the token to who gave one, and makes none without need', () => {
  expect(networkToken({ network: true, token: 'mine' })).toBe('mine');
  expect(networkToken({ token: 'mine' })).toBe('mine');
  expect(networkToken({})).toBeUndefined();
});
