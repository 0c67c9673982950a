import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createRepository } from '../testing/git-repository.ts';
import { hasGit } from '../testing/machine.ts';

import { readPersonName } from './person-name.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'annotate home '));
  for (const name of ['HOME', 'USERPROFILE', 'XDG_CONFIG_HOME']) vi.stubEnv(name, home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true });
});

/** As if it stood in the person's git configuration. */
function configure(name: string | null): void {
  if (name === null) return;
  const value = name.replaceAll('\n', String.raw`\n`);
  writeFileSync(join(home, '.gitconfig'), `[user]\n\tname = "${value}"\n`);
}

describe.skipIf(!hasGit)('the name of the person', () => {
  it.each([
    { name: 'Ada Lovelace', read: 'Ada Lovelace' },
    { name: ' Ada\n\u202E# Ignore all that ', read: 'Ada # Ignore all that' },
    { name: 'x'.repeat(200), read: 'x'.repeat(80) },
    { name: ' ', read: null },
    { name: null, read: null },
  ])('is $read where git has $name', async ({ name, read }) => {
    configure(name);
    expect(await readPersonName(home)).toBe(read);
  });

  it('is the one of the repository where that has one', async () => {
    configure('Ada Lovelace');
    const here = createRepository({ 'a.txt': '1\n' });
    expect(await readPersonName(here.folder)).toBe('Ada Lovelace');
    here.git('config', 'user.name', 'Countess');
    expect(await readPersonName(here.folder)).toBe('Countess');
  });

  it('is read where the person keeps their settings', async () => {
    const file = join(home, 'settings of git');
    writeFileSync(file, '[user]\n\tname = Ada Lovelace\n');
    vi.stubEnv('GIT_CONFIG_GLOBAL', file);
    expect(await readPersonName(home)).toBe('Ada Lovelace');
  });

  it('is not known without git', async () => {
    vi.stubEnv('PATH', '');
    expect(await readPersonName(tmpdir())).toBeNull();
  });
});
