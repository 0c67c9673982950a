import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, it } from 'vitest';

import { installLibraries, librariesFolder } from './install-libraries.ts';

const typescript = join(import.meta.dirname, '../../../node_modules/typescript-7/bin/tsc');

it(
  'installs what the pages with component libraries use, and these have no type error',
  { tags: 'full' },
  async () => {
    await installLibraries();
    const args = [typescript, '-p', librariesFolder];
    const checked = promisify(execFile)(process.execPath, args);
    await expect(checked).resolves.toMatchObject({ stdout: '' });
  },
);
