import { expect, it } from 'vitest';

import { isOlderVersion, majorOf } from './version.ts';

it.each<{ version: string; than: string; expected: boolean }>([
  { version: '1.9.9', than: '1.10.0', expected: true },
  { version: '1.10.0', than: '1.9.9', expected: false },
  { version: '1.2.0', than: '1.2.0', expected: false },
  { version: '1.2.0', than: '1.2.0-beta.1', expected: false },
  { version: '1.2.0-beta.1', than: '1.2.0', expected: false },
  { version: '1.0.0', than: '0.9.0', expected: false },
  { version: '22.1.0-next.2+sha', than: '22.1', expected: false },
  { version: '22.0.9', than: '22.1', expected: true },
  { version: '23.0.0', than: '22.1', expected: false },
  { version: 'v22.12.0', than: '22.13', expected: true },
  { version: '2.31.8.windows.1', than: '2.32', expected: true },
  { version: '2.39.5 (Apple Git-154)', than: '2.32', expected: false },
  { version: '3', than: '3.9', expected: false },
  { version: '2', than: '3.9', expected: true },
  { version: '^3.6.0', than: '3.9', expected: false },
  { version: '^2.6.0', than: '3.9', expected: true },
  { version: '>= 3.6', than: '3.9', expected: false },
  { version: '~3.6.0', than: '3.9', expected: true },
  { version: 'latest', than: '0.0.1', expected: true },
  { version: '', than: '0', expected: true },
])('$version is older than $than: $expected', ({ version, than, expected }) => {
  expect(isOlderVersion(version, than)).toBe(expected);
});

it.each([
  ['16.0.0-canary.3', 16],
  ['~ 7.1', 7],
  ['^20', 20],
  ['latest', null],
  ['workspace:*', null],
] as const)('of %s the major version is %s', (version, major) => {
  expect(majorOf(version)).toBe(major);
});
