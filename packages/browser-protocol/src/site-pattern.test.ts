import { expect, it } from 'vitest';

import { matchesSitePattern } from './site-pattern.ts';

it.each([
  { pattern: 'a.test/*/*/issues', fits: ['https://a.test/o/r/issues', 'http://a.test/o/r/issues/?q=x#y'] },
  { pattern: 'a.test/*/issues/{number}', fits: ['https://a.test/r/issues/12'] },
  { pattern: 'a.test/docs/**', fits: ['https://a.test/docs', 'https://a.test/docs/a/b/c'] },
  { pattern: 'a.test', fits: ['https://a.test/', 'https://a.test/?x'] },
  { pattern: 'www.a.*/search', fits: ['https://www.a.com/search', 'https://www.a.co.uk/search'] },
  { pattern: 'localhost:*/orders', fits: ['http://localhost:5173/orders'] },
  { pattern: 'a.test/?q', fits: ['https://a.test/?q=x', 'https://a.test/?b=1&q'] },
  { pattern: 'a.test/search?type=code&q', fits: ['https://a.test/search?q=x&type=code'] },
])('$pattern fits $fits', ({ pattern, fits }) => {
  for (const url of fits) expect(matchesSitePattern(pattern, new URL(url)), url).toBe(true);
});

it.each([
  { pattern: 'a.test/*/*/issues', not: ['https://a.test/o/issues', 'https://a.test/o/r/issues/1'] },
  { pattern: 'a.test/*/issues/{number}', not: ['https://a.test/r/issues/new', 'https://a.test/r/issues'] },
  { pattern: 'a.test/docs/**', not: ['https://a.test/', 'https://b.test/docs/a', 'file:///a.test/docs/a'] },
  { pattern: 'a.*.test', not: ['https://a.test/', 'https://a.b.tests/'] },
  { pattern: 'a.test/?q', not: ['https://a.test/', 'https://a.test/other?q=1'] },
  { pattern: 'a.test/?type=code', not: ['https://a.test/?type=issues'] },
])('$pattern does not fit $not', ({ pattern, not }) => {
  for (const url of not) expect(matchesSitePattern(pattern, new URL(url)), url).toBe(false);
});

it('takes no longer for hostile patterns than for others', () => {
  const pattern = `${'a*'.repeat(90)}b/**`;
  const url = new URL(`https://${'a'.repeat(200)}/x`);
  const started = performance.now();
  for (let n = 0; n < 1_000; n++) matchesSitePattern(pattern, url);
  expect(performance.now() - started).toBeLessThan(30_000);
});
