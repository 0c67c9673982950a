import { afterEach, describe, expect, it, vi } from 'vitest';

import { switchOlderCompilerOn } from './older-compilers.ts';
import type { ExecuteDevServer, WorkspacePackages } from './workspace-packages.ts';

afterEach(() => vi.unstubAllEnvs());

/** Packages of a workspace whose compiler notes what it was switched to, and where it would run. */
function workspaceWith(exported: 'with the function' | 'without it') {
  const switched: boolean[] = [];
  const seen: (string | undefined)[] = [];
  const packages: WorkspacePackages = {
    loadDevServer: () => {
      seen.push(process.env.NG_BUILD_PARALLEL_TS);
      return vi.fn<ExecuteDevServer>();
    },
    typescript: () => {
      throw new Error('It is not needed.');
    },
    compilerVersion: () => '20.3.35',
    compiler: async () =>
      exported === 'with the function'
        ? { setEnableTemplateSourceLocations: (isOn: boolean) => switched.push(isOn) }
        : {},
  };
  return { packages, switched, seen };
}

describe('the compiler of Angular 20', () => {
  it('writes positions until its last dev server is closed', async () => {
    const { packages, switched } = workspaceWith('with the function');
    const first = await switchOlderCompilerOn(packages);
    const second = await switchOlderCompilerOn(packages);
    expect(switched).toEqual([true, true]);
    first?.();
    first?.();
    expect(switched).toEqual([true, true]);
    second?.();
    expect(switched).toEqual([true, true, false]);
  });

  it('runs in the thread of the dev server, and the variable for it is gone afterwards', async () => {
    vi.stubEnv('NG_BUILD_PARALLEL_TS', undefined);
    const { packages, seen } = workspaceWith('with the function');
    (await switchOlderCompilerOn(packages))?.();
    expect(seen).toEqual(['0']);
    expect(process.env.NG_BUILD_PARALLEL_TS).toBeUndefined();
  });

  it.each(['1', 'true'])('stays in its worker where the person has set the variable to %s', async (value) => {
    vi.stubEnv('NG_BUILD_PARALLEL_TS', value);
    const { packages, switched, seen } = workspaceWith('with the function');
    expect(await switchOlderCompilerOn(packages)).toBeNull();
    expect([switched, seen]).toEqual([[], []]);
  });

  it('is left alone where it cannot write positions', async () => {
    const { packages, seen } = workspaceWith('without it');
    expect(await switchOlderCompilerOn(packages)).toBeNull();
    expect(seen).toEqual([]);
  });
});
