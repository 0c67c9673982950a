import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { environment } from './toolchain.mjs';

const root = join(import.meta.dirname, '..');
const versions = 'node --version && tsc --version';

it.each([
  { who: 'a shell', script: `. scripts/toolchain.sh && ${versions}`, env: process.env },
  { who: 'a program of ours', script: versions, env: environment() },
])(
  '$who finds Node 24 and the compiler of TypeScript 7 first, though another package has a tsc too',
  ({ script, env }) => {
    const printed = execFileSync('bash', ['-c', script], { cwd: root, encoding: 'utf8', env });
    expect(printed).toMatch(/^v24\..*\nVersion 7\./);
  },
);
