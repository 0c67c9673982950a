import { expect, it } from 'vitest';

import { networkToken } from './network-token.ts';

it('generates a token of 128 bits for a server that is open to the network, once per process', () => {
  const token = networkToken({ network: true });
  expect(Buffer.from(token ?? '', 'base64url')).toHaveLength(16);
  expect(networkToken({ network: true })).toBe(token);
});

it('uses the configured token, and generates none while the network option is off', () => {
  expect(networkToken({ network: true, token: 'mine' })).toBe('mine');
  expect(networkToken({ token: 'mine' })).toBe('mine');
  expect(networkToken({})).toBeUndefined();
});
