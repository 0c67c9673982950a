import { describe, expect, it } from 'vitest';

import { redactText } from './redact.ts';
import { isSecretKey } from './secret-names.ts';

describe('names of secrets', () => {
  it.each([
    'password',
    'userPassword',
    'new-passwd',
    'pwd',
    'token',
    'accessToken',
    'csrf_token',
    'X-Api-Key',
    'apiKey',
    'clientSecret',
    'Authorization',
    'cookie',
    'Set-Cookie',
    'session',
    'sessionId',
    'creditCard',
    'cardNumber',
    'cvv',
    'cvc',
    'privateKey',
    'credentials',
    'one-time-code',
    'jwt',
  ])('%s is one', (key) => {
    expect(isSecretKey(key)).toBe(true);
  });

  it.each([
    'author',
    'maxTokens',
    'tokenCount',
    'name',
    'secretary',
    'sessions',
    'key',
    'pinned',
    'span',
    'authored',
  ])('%s is none', (key) => {
    expect(isSecretKey(key)).toBe(false);
  });
});

describe('secrets in text', () => {
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P';
  it.each([
    ['a JSON web token', `is ${jwt} ok`, 'is [redacted] ok'],
    ['a bearer header', 'Authorization: Bearer abc123def456', 'Authorization: Bearer [redacted]'],
    ['a secret key', 'use sk-proj-abcdef0123456789ABCD now', 'use [redacted] now'],
    ['a Stripe key', 'sk_live_4eC39HqLyjWDarjtT1zdp7dc', '[redacted]'],
    ['a GitHub token', 'ghp_16C7e42F292c6912E7710c838347Ae178B4a', '[redacted]'],
    ['an AWS key', 'AKIAIOSFODNN7EXAMPLE', '[redacted]'],
    ['a card number', 'card 4111 1111 1111 1111.', 'card [redacted].'],
    ['a query parameter', '/cb?access_token=abcdef&x=1', '/cb?access_token=[redacted]&x=1'],
    ['a JSON member', '{"password":"hunter2"}', '{"password":"[redacted]"}'],
    ['a password in an address', 'postgres://ann:hunter2@db/x', 'postgres://[redacted]@db/x'],
    ['a private key', '-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----', '[redacted]'],
  ])('%s is taken out', (_, text, expected) => {
    expect(redactText(text)).toBe(expected);
  });

  it.each([
    'a bearer of bad news and basic understanding',
    'Order 4111111111111112',
    'phone 0043 660 1234567',
    'task-force and risk-averse-people-everywhere',
    'https://example.org/a:b@c',
  ])('leaves "%s" alone', (text) => {
    expect(redactText(text)).toBe(text);
  });

  // An expression that backtracks would not be through with it before the test's time is up.
  it('reads a long text without secrets to its end', () => {
    const text = 'a-b_c '.repeat(20_000) + 'x'.repeat(100_000) + '1'.repeat(50_000);
    expect(redactText(text)).toBe(text);
  });
});
