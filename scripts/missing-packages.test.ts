import { describe, expect, it } from 'vitest';

import { missingPackages } from './missing-packages.ts';

const vite = { version: '8.0.0', integrity: 'sha512-a' };
const wanted = { packages: { '': {}, 'packages/core': { version: '1.0.0' }, 'node_modules/vite': vite } };

describe('missing packages', () => {
  it('are none when npm recorded what the lockfile asks for', () => {
    expect(missingPackages(wanted, { packages: { 'node_modules/vite': vite } })).toEqual([]);
  });

  it('are those that are absent, in another version, or with other content', () => {
    for (const packages of [
      {},
      { 'node_modules/vite': { ...vite, version: '7.0.0' } },
      { 'node_modules/vite': { ...vite, integrity: 'sha512-b' } },
    ]) {
      expect(missingPackages(wanted, { packages })).toEqual(['node_modules/vite']);
    }
  });

  it('do not include an optional package that is absent: it is for another system', () => {
    const optional = {
      packages: { 'node_modules/@rolldown/binding-win32-x64-msvc': { ...vite, optional: true } },
    };
    expect(missingPackages(optional, { packages: {} })).toEqual([]);
  });
});
