import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';
import { z } from 'zod';

import { pretendInstalled, temporaryCheckout, writeTool } from './temporary-checkout.ts';

const manifestFormat = z.looseObject({ 'simple-git-hooks': z.looseObject({ 'pre-commit': z.string() }) });
const { 'simple-git-hooks': hooks } = manifestFormat.parse(
  JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')),
);

// Git for Windows brings the shell that runs a hook, and this test needs one of its own.
it.skipIf(process.platform === 'win32').each([
  { clone: 'a new clone', command: hooks['pre-commit'] },
  { clone: 'an older clone', command: 'bash scripts/pre-commit.sh' },
])('the commit hook of $clone finds our Node where git has none', ({ command }) => {
  using checkout = temporaryCheckout({ 'package.json': '{}' });
  pretendInstalled(checkout);
  writeTool(checkout, 'lint-staged', 'lint-staged', `console.log('linted');`);
  // A client with windows starts git with the PATH of the system, and Node is often on that of the shell alone.
  mkdirSync(join(checkout.root, 'bin'));
  for (const name of ['bash', 'dirname', 'env']) symlinkSync(which(name), join(checkout.root, 'bin', name));
  const { stdout, stderr } = spawnSync('/bin/sh', ['-c', command], {
    cwd: checkout.root,
    encoding: 'utf8',
    env: { PATH: join(checkout.root, 'bin') },
  });
  expect({ stdout, stderr }).toEqual({ stdout: 'linted\n', stderr: '' });
});

const which = (name: string) =>
  execFileSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
