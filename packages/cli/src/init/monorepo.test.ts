import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { setUpCli } from '../testing/test-project.ts';

import { plugin, config, wired, app, withManagers } from './testing/vite-app.ts';

const { createProject } = setUpCli();

describe('init in a monorepo', () => {
  it('at the root wires every app below that has a page', async () => {
    const here = createProject();
    here.write(
      'package.json',
      JSON.stringify({ devDependencies: { vite: '8' }, workspaces: ['apps/*', 'libs/*'] }),
    );
    here.write('package-lock.json', '{}');
    for (const folder of ['apps/shop', 'apps/admin']) app(here, folder);
    here.write('libs/ui/package.json', '{}');
    here.write('libs/ui/vite.config.ts', config);
    here.write('libs/broken/package.json', '{');
    const { run, calls } = withManagers(here);
    const { code, stdout } = await run(['--yes']);
    expect(code).toBe(0);
    expect(stdout).toContain(
      'Found    Vite + React (vite 8) in apps/admin, Vite + React (vite 8) in apps/shop, npm',
    );
    expect(
      calls()
        .map((call) => call.in)
        .sort(),
    ).toEqual(['apps/admin', 'apps/shop'].map((folder) => join(here.project, folder)));
    for (const folder of ['apps/shop', 'apps/admin'])
      expect(here.read(`${folder}/vite.config.ts`)).toBe(wired);
    expect(here.read('libs/ui/vite.config.ts')).toBe(config);
  });

  it('in an app, or anywhere inside it, wires that one', async () => {
    const here = createProject();
    here.write('pnpm-lock.yaml', '');
    for (const folder of ['apps/shop', 'apps/admin']) app(here, folder);
    const inside = join(here.project, 'apps/shop/src');
    mkdirSync(inside);
    const { run, calls } = withManagers(here);
    expect((await run(['--yes', '--root', here.project], inside)).code).toBe(0);
    expect(calls()).toEqual([{ in: join(here.project, 'apps/shop'), ran: `pnpm add --save-dev ${plugin}` }]);
    expect(here.read('apps/shop/vite.config.ts')).toBe(wired);
    expect(here.read('apps/admin/vite.config.ts')).toBe(config);
  });

  it('installs nothing that the root has', async () => {
    const here = createProject();
    here.write('package.json', JSON.stringify({ devDependencies: { [plugin]: '1' } }));
    app(here, 'apps/shop');
    const { run, calls } = withManagers(here);
    await run(['--yes']);
    expect(calls()).toEqual([]);
    expect(here.read('apps/shop/vite.config.ts')).toBe(wired);
  });
});

describe('init where there is no package for the dev server', () => {
  it('says so where no app is found', async () => {
    const { stdout } = await withManagers(createProject()).run(['--yes']);
    expect(stdout).toContain(
      'No app with a framework that init knows was found here. init connects your agent only.',
    );
  });
});
