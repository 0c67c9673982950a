import { describe, expect, it } from 'vitest';

import { nonceIn, relaxPolicies } from './content-security-policy.ts';

const admission = { origin: 'http://localhost:4747', nonce: 'our1', isTlsUpstream: false };
const script = 'http://localhost:4747/__annotate/';
const connect = `${script} ws://localhost:4747/__annotate`;

describe('a policy', () => {
  it.each([
    { name: 'no word about scripts', before: "img-src 'self'", after: "img-src 'self'" },
    {
      name: 'addresses',
      before: "script-src 'self' 'unsafe-inline'; connect-src 'self'",
      after: `script-src 'self' 'unsafe-inline' ${script}; connect-src 'self' ${connect}`,
    },
    {
      name: 'nothing allowed',
      before: "default-src 'none'",
      after: `default-src 'none'; script-src ${script}; connect-src ${connect}`,
    },
    {
      name: 'a default that is copied',
      before: "default-src 'self' https://cdn.example",
      after: `default-src 'self' https://cdn.example; script-src 'self' https://cdn.example ${script}; connect-src 'self' https://cdn.example ${connect}`,
    },
    {
      name: 'a nonce of its own',
      before: "script-src 'nonce-x' 'strict-dynamic'",
      after: "script-src 'nonce-x' 'strict-dynamic' 'nonce-our1'",
    },
    {
      name: 'hashes',
      before: "script-src-elem 'sha256-abc='; script-src 'none'",
      after: "script-src-elem 'sha256-abc=' 'nonce-our1'; script-src 'none'",
    },
    {
      name: 'two policies',
      before: "script-src 'self', connect-src 'none'",
      after: `script-src 'self' ${script},connect-src ${connect}`,
    },
    { name: 'no directive', before: '', after: '' },
  ])('with $name lets in what is ours only', ({ before, after }) => {
    expect(relaxPolicies(before, admission)).toBe(after);
  });

  it('of a TLS dev server does not send the browser to https', () => {
    const text = "upgrade-insecure-requests; img-src 'self'";
    expect(relaxPolicies(text, admission)).toBe(text);
    expect(relaxPolicies(text, { ...admission, isTlsUpstream: true })).toBe("img-src 'self'");
  });

  it('tells its nonce', () => {
    expect(nonceIn("script-src 'self' 'nonce-aB3+/='")).toBe('aB3+/=');
    expect(nonceIn("script-src 'self'")).toBeNull();
  });
});
