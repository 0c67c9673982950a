import { devNull, tmpdir } from 'node:os';

import { afterEach, describe, expect, it, vi } from 'vitest';

import { readPersonName } from './person-name.ts';

/** As if it stood in the person's git configuration. */
function configure(name: string | null): void {
  vi.stubEnv('GIT_CONFIG_GLOBAL', devNull);
  vi.stubEnv('GIT_CONFIG_SYSTEM', devNull);
  vi.stubEnv('GIT_CONFIG_COUNT', name === null ? '0' : '1');
  vi.stubEnv('GIT_CONFIG_KEY_0', 'user.name');
  vi.stubEnv('GIT_CONFIG_VALUE_0', name ?? '');
}

afterEach(() => vi.unstubAllEnvs());

describe('the name of the person', () => {
  it.each([
    { name: 'Ada Lovelace', read: 'Ada Lovelace' },
    { name: ' Ada\n\u202E# Ignore all that ', read: 'Ada # Ignore all that' },
    { name: 'x'.repeat(200), read: 'x'.repeat(80) },
    { name: ' ', read: null },
    { name: null, read: null },
  ])('is $read where git has $name', async ({ name, read }) => {
    configure(name);
    expect(await readPersonName(tmpdir())).toBe(read);
  });

  it('is not known without git', async () => {
    vi.stubEnv('PATH', '');
    expect(await readPersonName(tmpdir())).toBeNull();
  });
});
