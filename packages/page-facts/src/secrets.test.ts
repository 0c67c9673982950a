import { describe, expect, it } from 'vitest';

import { redactText } from './redact-text.ts';
import { redacted } from './redacted.ts';
import { redactForms } from './secret-forms.ts';
import { isPasswordPair, isSecretName, isSecretPair } from './secret-names.ts';
import { fieldCases, pairCases, textCases } from './testing/secret-cases.ts';

it('secrets are decided by one table of ninety cases, of which a third are false alarms', () => {
  const areSecret = [
    ...textCases.map(({ secret }) => secret !== null),
    ...[...fieldCases, ...pairCases].map(({ isSecret }) => isSecret),
  ];
  expect(areSecret).toHaveLength(90);
  expect(areSecret.filter((isSecret) => !isSecret).length).toBeGreaterThanOrEqual(90 / 3);
});

describe('a text', () => {
  it.each(textCases)('has a secret taken out, and nothing else: $name', ({ text, secret }) => {
    const shown = secret === null ? text : text.replace(secret, redacted);
    expect(redactText(text)).toBe(shown);
    // What is masked is sometimes masked again on its way.
    expect(redactText(shown)).toBe(shown);
  });

  it.each([
    { text: 'https://a.test/?view=list#access_token=abcdef', secret: 'abcdef' },
    { text: 'next=https://a.test/home?token=abcdef&page=2', secret: 'abcdef' },
    { text: 'state=open:token=abcdef', secret: 'abcdef' },
    { text: 'password=a#b=c', secret: 'a#b=c' },
    { text: 'view=list#page=third', secret: null },
  ])('hides a secret in the value of another pair: $text', ({ text, secret }) => {
    const shown = secret === null ? text : text.replace(secret, redacted);
    expect(redactText(text)).toBe(shown);
    expect(redactText(shown)).toBe(shown);
  });

  it('hides the beginning of a secret that is cut off', () => {
    expect(redactForms(`a ${['ghp', '16C7e4'].join('_')}… b`)).toBe(`a ${redacted}… b`);
    expect(redactForms('a long-legged… b')).toBe('a long-legged… b');
  });

  // An expression that backtracks would not be through with it before the test's time is up.
  it.each([
    'a-b_c ',
    'x',
    '4',
    '"',
    'token="',
    'a: ',
    'token=',
    'ab=#',
    'sk-',
    'eyJ-',
    `${'-'.repeat(5)}BEGIN `,
    'bearer ',
    'a.',
    '…',
  ])('is read to its end, however long it is: %j', (part) => {
    const text = part.repeat(Math.ceil(200_000 / part.length));
    expect(redactText(text)).not.toBe('');
  });
});

describe('a name', () => {
  it.each(pairCases)('says whether its value is secret: $name=$value', ({ name, value, isSecret }) => {
    expect(isSecretPair(name, value)).toBe(isSecret);
    expect(redactText(`x ${name}=${value}`)).toBe(`x ${name}=${isSecret ? redacted : value}`);
  });

  it.each([
    ...['password', 'userPassword', 'new-passwd', 'pwd', 'token', 'csrf_token', 'apiKey', 'clientSecret'],
    ...['Authorization', 'cookie', 'Set-Cookie', 'session', 'sessionId', 'creditCard', 'cvv', 'cvc2', 'jwt'],
    ...[
      'privateKey',
      'credentials',
      'one-time-code',
      'auth',
      'authKey',
      'proxyAuthorization',
      'iban',
      'accessKey',
    ],
  ])('%s is that of a secret', (name) => {
    expect(isSecretName(name)).toBe(true);
    const value = 'a1b2c3d4e5f6a7b8c9';
    expect(redactText(`x ${name}=${value}`)).toBe(`x ${name}=${redacted}`);
  });

  it.each([
    ...['author', 'authored', 'maxTokens', 'tokens', 'tokenCount', 'name', 'secretary', 'sessions', 'key'],
    ...[
      'pinned',
      'pin',
      'span',
      'keyboard',
      'tokenizer',
      'sidebar',
      'compass',
      'cookieBanner',
      'passwordHint',
    ],
  ])('%s is none', (name) => {
    expect(isSecretName(name)).toBe(false);
  });

  it('tells passwords from other secrets, which an address may need', () => {
    expect(isPasswordPair('pw1', 'hunter2')).toBe(true);
    expect(isPasswordPair('pass', 'true')).toBe(false);
    expect(isPasswordPair('token', 'abc')).toBe(false);
  });

  it('is that of a key of the keyboard', () => {
    expect(isSecretPair('accesskey', 's')).toBe(false);
    expect(isSecretPair('accessKey', 'abcdef')).toBe(true);
  });
});
