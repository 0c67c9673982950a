import { Socket } from 'node:net';

import { describe, expect, it } from 'vitest';

import { addressOf, Attempts } from './attempts.ts';

const limits = { address: { perSecond: 1, burst: 3 }, all: { perSecond: 2, burst: 5 } };

function setUp() {
  const clock = { now: 0 };
  return { clock, attempts: new Attempts({ limits, now: () => clock.now }) };
}

it('attempts of one address end after some, those of another go on, and time brings them back', () => {
  const { clock, attempts } = setUp();
  for (let n = 0; n < 3; n++) attempts.count('a');
  expect(() => attempts.count('a')).toThrow(expect.objectContaining({ status: 429, retryAfter: 1 }));
  attempts.count('b');
  clock.now = 1_000;
  attempts.count('a');
  expect(() => attempts.count('a')).toThrow();
});

it('an address that is refused takes nothing from the others, and many addresses together are limited', () => {
  const { clock, attempts } = setUp();
  for (let n = 0; n < 3; n++) attempts.count('a');
  for (let n = 0; n < 100; n++) expect(() => attempts.count('a')).toThrow();
  attempts.count('b');
  attempts.count('c');
  expect(() => attempts.count('d')).toThrow(expect.objectContaining({ status: 429 }));
  clock.now = 500;
  attempts.count('d');
});

it('what succeeds or fails because of the server is not counted', async () => {
  const { attempts } = setUp();
  for (let n = 0; n < 50; n++) {
    expect(await attempts.try('a', async () => 'in')).toBe('in');
    await expect(
      attempts.try('a', () => Promise.reject(new Error('the database is away'))),
    ).rejects.toThrow();
  }
  for (let n = 0; n < 3; n++) expect(await attempts.try('a', async () => null)).toBeNull();
  await expect(attempts.try('a', async () => 'in')).rejects.toMatchObject({ status: 429 });
});

it('attempts that come at once wait for each other as long as the others may succeed', async () => {
  const { attempts } = setUp();
  const looked: number[] = [];
  let open = 0;
  let mostOpen = 0;
  const lookUp = async (n: number) => {
    looked.push(n);
    open++;
    mostOpen = Math.max(mostOpen, open);
    await new Promise(setImmediate);
    open--;
    return 'in';
  };
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => attempts.try('a', () => lookUp(n))),
  );
  expect(answers).toEqual(answers.map(() => 'in'));
  expect(looked).toEqual(answers.map((_, n) => n));
  expect(mostOpen).toBe(limits.address.burst);
});

it('attempts that wait are refused as soon as too many of the others have failed', async () => {
  const { attempts } = setUp();
  let looked = 0;
  const lookUp = async () => {
    looked++;
    await Promise.resolve();
    return null;
  };
  const answers = await Promise.allSettled(Array.from({ length: 100 }, () => attempts.try('a', lookUp)));
  expect(looked).toBe(limits.address.burst);
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(97);
});

it('no more wait than a large team has pages, and one that hangs keeps no other address', async () => {
  const { attempts } = setUp();
  const hanging = Promise.withResolvers<string>();
  const waiting = Array.from({ length: 2_003 }, () => attempts.try('a', () => hanging.promise));
  await expect(attempts.try('a', () => hanging.promise)).rejects.toMatchObject({ status: 429 });
  expect(await attempts.try('b', async () => 'in')).toBe('in');
  hanging.resolve('in');
  expect(await Promise.all(waiting)).toHaveLength(2_003);
});

it('what nobody knows the end of is counted', () => {
  const { attempts } = setUp();
  for (let n = 0; n < 3; n++) attempts.count('a');
  expect(() => attempts.count('a')).toThrow();
});

describe('the address of an attempt', () => {
  it.each([
    { peer: '203.0.113.9', said: undefined, address: '203.0.113.9' },
    { peer: '::ffff:203.0.113.9', said: undefined, address: '203.0.113.9' },
    { peer: '127.0.0.1', said: '198.51.100.1, 203.0.113.9', address: '203.0.113.9' },
    { peer: '::ffff:10.0.0.2', said: '203.0.113.9', address: '203.0.113.9' },
    { peer: '203.0.113.9', said: '198.51.100.1', address: '203.0.113.9' },
    { peer: '127.0.0.1', said: 'unknown', address: '127.0.0.1' },
    { peer: '172.17.0.1', said: '2001:db8:1:2:3:4:5:6', address: '2001:db8:1:2' },
    { peer: '2001:0db8:1:2::9', said: '10.0.0.1', address: '2001:db8:1:2' },
    { peer: '2001:db8::9', said: undefined, address: '2001:db8:0:0' },
    { peer: '2001:db8:1::', said: undefined, address: '2001:db8:1:0' },
  ])('of $peer, which speaks for $said, is $address', ({ peer, said, address }) => {
    const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: peer });
    expect(addressOf({ socket, headers: said === undefined ? {} : { 'x-forwarded-for': said } })).toBe(
      address,
    );
  });
});
