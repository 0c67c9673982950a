import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { expect, it } from 'vitest';

const list = (...args: string[]) =>
  execFileSync(process.execPath, [join(import.meta.dirname, 'run.mjs'), 'test-apps', '--packed', ...args], {
    encoding: 'utf8',
  });

it('tests the apps in the named folders, with options beside them and one for Playwright behind', () => {
  const listed = list('/nowhere/shop', '--no-build', '/nowhere/work#apps/web', '--', '--list');
  expect(listed).toContain('› shop: starts');
  expect(listed).toContain('› work, apps/web: starts');
  expect(listed).toContain('Total: 2 tests');
});
