import { describe, expect, it } from 'vitest';

import { neverDriven } from './never-driven.ts';
import { matcherOf, parsePattern } from './site-pattern.ts';

describe('a pattern of the list of sites that are never driven', () => {
  it.each([
    { pattern: 'bank.test', url: 'https://bank.test/' },
    { pattern: 'bank.test', url: 'http://bank.test:8080/login?x' },
    { pattern: 'bank.test', url: 'https://www.login.bank.test/' },
    { pattern: 'bank.test', url: 'https://bank.test./' },
    { pattern: 'bank.test', url: 'https://BANK.TEST/' },
    { pattern: '*.bank.test', url: 'https://bank.test/' },
    { pattern: 'https://bank.test/', url: 'https://bank.test/' },
    { pattern: 'Bücher.test', url: 'https://xn--bcher-kva.test/' },
    { pattern: '*bank.*', url: 'https://www.my-bank.test/' },
    { pattern: 'shop.test/account', url: 'https://shop.test/account' },
    { pattern: 'shop.test/account', url: 'https://shop.test/account/keys' },
    { pattern: 'shop.test/account', url: 'https://shop.test/%61ccount/' },
    { pattern: 'shop.test/account', url: 'https://shop.test//Account' },
    { pattern: 'localhost', url: 'http://localhost:3000/' },
  ])('$pattern stands for $url', ({ pattern, url }) => {
    expect(matcherOf([pattern])(url)).toBe(true);
  });

  it.each([
    { pattern: 'bank.test', url: 'https://notbank.test/' },
    { pattern: 'bank.test', url: 'https://bank.test.evil.test/' },
    { pattern: 'bank.test', url: 'https://evil.test/bank.test' },
    { pattern: 'bank.test', url: 'https://evil.test/?u=https://bank.test/' },
    { pattern: '*bank.*', url: 'https://bank.shop.test/' },
    { pattern: 'shop.test/account', url: 'https://shop.test/accounting' },
    { pattern: 'shop.test/account', url: 'https://shop.test/' },
  ])('$pattern does not stand for $url', ({ pattern, url }) => {
    expect(matcherOf([pattern])(url)).toBe(false);
  });

  it.each(['', ' ', '*', '***', '/path', 'a b', 'http://', 'user@host.test', '(a+)+.test', '[::1]'])(
    'is not %j',
    (text) => {
      expect(parsePattern(text)).toBeNull();
    },
  );

  it('is read in time that does not grow with what a page chose as its host', () => {
    const matches = matcherOf(['*a*a*a*a*a*a.test']);
    const began = performance.now();
    expect(matches(`https://${'a'.repeat(63)}.example/`)).toBe(false);
    expect(performance.now() - began).toBeLessThan(30_000);
  });
});

describe('the list that comes with the extension', () => {
  const isNeverDriven = matcherOf(neverDriven);

  it('has only patterns that can be read', () => {
    expect(neverDriven.filter((pattern) => parsePattern(pattern) === null)).toEqual([]);
    expect(new Set(neverDriven).size).toBe(neverDriven.length);
  });

  it.each([
    'https://www.paypal.com/home',
    'https://secure.chase.com/',
    'https://mail.google.com/mail/u/0/',
    'https://vault.bitwarden.com/',
    'https://accounts.google.com/signin',
    'https://www.deutsche-bank.de/',
    'https://webmail.example.com/',
    'https://github.com/settings/tokens',
    'https://chrome.google.com/webstore/detail/x',
  ])('has %s', (url) => {
    expect(isNeverDriven(url)).toBe(true);
  });

  it.each([
    'http://localhost:5173/',
    'https://github.com/annotate/annotate',
    'https://www.google.com/search?q=bank',
    'https://developer.chrome.com/',
    'https://stackoverflow.com/',
    'https://docs.stripe.com/',
    'https://example.com/bank',
    'https://developer.mozilla.org/',
  ])('does not have %s', (url) => {
    expect(isNeverDriven(url)).toBe(false);
  });
});
