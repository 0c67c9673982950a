import { createHmac } from 'node:crypto';

import { expect, it } from 'vitest';

import { challengePattern, newChallenge, proofOfKey } from './key-proof.ts';

it('makes challenges that a server accepts, each another one', () => {
  const challenges = Array.from({ length: 20 }, newChallenge);
  expect(new Set(challenges).size).toBe(20);
  for (const challenge of challenges) expect(challenge).toMatch(challengePattern);
});

it('is the HMAC of the text of the challenge', async () => {
  const challenge = newChallenge();
  const expected = createHmac('sha256', 'the-key').update(challenge).digest('hex');
  expect(await proofOfKey('the-key', challenge)).toBe(expected);
});

it('is another one for another key', async () => {
  const challenge = newChallenge();
  expect(await proofOfKey('the-key', challenge)).not.toBe(await proofOfKey('another-key', challenge));
});
