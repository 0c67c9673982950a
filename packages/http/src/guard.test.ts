import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { guard } from './guard.ts';
import { isLoopback } from './peer.ts';
import { policies, type PolicyName } from './policies.ts';
import type { GuardOptions } from './request-facts.ts';
import { factsWith } from './testing/facts.ts';
import { describeGuard, token, type GuardRow } from './testing/guard-table.ts';

const sizes: GuardRow[] = [
  { name: 'passes a page body of 1 MiB', facts: { contentLength: '1048576' }, expected: null },
  {
    name: 'refuses a page body beyond 1 MiB',
    facts: { contentLength: '1048577' },
    expected: 'body/too-large',
  },
  {
    name: 'refuses a page body of absurd length',
    facts: { contentLength: '9'.repeat(40) },
    expected: 'body/too-large',
  },
  { name: 'refuses a length that is no number', facts: { contentLength: '-1' }, expected: 'body/bad-length' },
  {
    name: 'passes an agent body of 4 MiB',
    policy: 'mcp',
    facts: { contentLength: '4194304' },
    expected: null,
  },
  {
    name: 'refuses an agent body beyond 4 MiB',
    policy: 'mcp',
    facts: { contentLength: '4194305' },
    expected: 'body/too-large',
  },
  {
    name: 'passes a file of 10 MB in base64 to a review',
    policy: 'review',
    facts: { contentLength: '13981016' },
    expected: null,
  },
  {
    name: 'refuses a review body beyond 16 MiB',
    policy: 'review',
    facts: { contentLength: '16777217' },
    expected: 'body/too-large',
  },
  {
    name: 'refuses a body where none is taken',
    policy: 'health',
    facts: { contentLength: '1' },
    expected: 'body/not-taken',
  },
  {
    name: 'passes an empty body where none is taken',
    policy: 'health',
    facts: { contentLength: '0' },
    expected: null,
  },
];

describeGuard('size', sizes);

it('escapes and cuts what a stranger sent', () => {
  const hostile = `\u001b[2J${'x'.repeat(10_000)}`;
  const refusal = guard(factsWith({ origin: hostile }), 'page', {});
  expect(refusal?.message).toContain('\\u001b[2J');
  expect(refusal?.message.length).toBeLessThan(400);
});

describe('whatever is sent, the guard', () => {
  const anyPolicy = fc.constantFrom(...(Object.keys(policies) as PolicyName[]));
  // Random bytes rarely come near the rules, so half of the names are built from what the rules look for.
  const piece = fc.constantFrom(
    'localhost',
    '127.0.0.1',
    '[::1]',
    'app.test',
    'evil',
    '.',
    ':',
    '@',
    '/',
    '5173',
    '%00',
    ' ',
    'xn--',
    '\u0130',
  );
  const nearName = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));
  const anyName = fc.oneof(
    nearName,
    fc.string(),
    fc.domain(),
    fc.ipV4(),
    fc.ipV6().map((ip) => `[${ip}]`),
  );
  const anyOrigin = fc.oneof(
    anyName,
    fc.webUrl(),
    anyName.map((name) => `http://${name}`),
  );
  const options: GuardOptions = {
    allowedHosts: ['app.test', '.listed.dev'],
    token,
    extensionIds: ['a'.repeat(32)],
  };
  const ours =
    /^(?:(?:[a-z0-9_-]+\.)*localhost|127\.0\.0\.1|\[::1\]|app\.test|(?:[a-z0-9._-]+\.)?listed\.dev)(?::[1-9]\d{0,4})?$/i;

  it('lets no Host pass that is neither local nor listed', () => {
    fc.assert(
      fc.property(anyPolicy, anyName, anyOrigin, (policy, host, origin) => {
        const refusal = guard(factsWith({ hosts: [host], origin }), policy, options);
        if (refusal === null) expect(host).toMatch(ours);
      }),
      { numRuns: 2_000 },
    );
  });

  it('lets no Origin pass that is not the one of the Host', () => {
    const anyHost = fc.constantFrom(
      'localhost',
      'localhost:5173',
      '127.0.0.1:5173',
      '[::1]:5173',
      'app.test',
    );
    fc.assert(
      fc.property(anyHost, anyOrigin, fc.boolean(), (host, origin, upgrade) => {
        const refusal = guard(factsWith({ hosts: [host], origin, upgrade }), 'page', options);
        if (refusal === null)
          expect([`http://${host}`, `https://${host}`]).toContain(origin.toLowerCase().replace(/:80$/, ''));
      }),
      { numRuns: 2_000 },
    );
  });

  it('lets no remote peer reach a page, an agent or the extension without the token', () => {
    const anyPeer = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()).filter((peer) => !isLoopback(peer));
    const anyTokens = fc.record(
      { bearer: fc.string(), cookie: fc.string(), query: fc.string(), subprotocol: fc.string() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.constantFrom<PolicyName>('page', 'mcp', 'extension'),
        anyPeer,
        anyTokens,
        fc.boolean(),
        (policy, peer, tokens, network) => {
          const facts = factsWith({ peer, tokens });
          expect(guard(facts, policy, { ...options, network })).not.toBeNull();
        },
      ),
    );
  });

  it('decides without throwing', () => {
    const text = fc.option(fc.string({ unit: 'binary' }), { nil: undefined });
    const facts = fc.record({
      method: fc.string(),
      target: fc.string(),
      hosts: fc.array(anyName),
      origin: text,
      fetchSite: text,
      fetchDest: text,
      peer: text,
      peerUser: fc.constantFrom('same', 'other', 'unknown'),
      localAddress: fc.option(fc.oneof(fc.string(), fc.ipV6()), { nil: undefined }),
      forwardedFor: fc.array(fc.string()),
      contentLength: text,
      upgrade: fc.boolean(),
      tls: fc.boolean(),
    });
    const anyOptions = fc.record({
      allowedHosts: fc.oneof(fc.array(fc.string()), fc.constant(true as const)),
      network: fc.boolean(),
      trustForwarded: fc.boolean(),
    });
    fc.assert(
      fc.property(anyPolicy, facts, anyOptions, (policy, some, given) => {
        guard({ ...some, tokens: {} }, policy, given);
      }),
      { numRuns: 2_000 },
    );
  });
});
