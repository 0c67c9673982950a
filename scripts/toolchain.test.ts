import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { expect, it } from 'vitest';

it('finds Node 24 and the compiler of TypeScript 7 first, though another package has a tsc too', () => {
  const root = join(import.meta.dirname, '..');
  const script = '. scripts/toolchain.sh && node --version && tsc --version';
  const printed = execFileSync('bash', ['-c', script], { cwd: root, encoding: 'utf8' });
  expect(printed).toMatch(/^v24\..*\nVersion 7\./);
});
