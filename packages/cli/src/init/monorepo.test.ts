import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { setUpCli, type TestProject } from '../testing/test-project.ts';

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

describe('the configuration of agents in a monorepo', () => {
  const written = (here: TestProject) =>
    Object.keys(here.files())
      .filter((file) => file.endsWith('mcp.json'))
      .sort();

  it('is in the folder of the app and at the root, and init says why', async () => {
    const here = createProject();
    app(here, 'apps/shop');
    here.write('apps/shop/src/main.ts', '');
    const { stdout } = await withManagers(here).run(['--yes'], join(here.project, 'apps/shop/src'));
    expect(written(here)).toEqual(['.cursor/mcp.json', 'apps/shop/.cursor/mcp.json']);
    expect(stdout).toContain(
      'Agents read the configuration of the folder that you open them in, so apps/shop and the root both get the entry.',
    );
  });

  it('is in the folder of each app after init at the root, and gone after its undo', async () => {
    const here = createProject();
    for (const folder of ['apps/shop', 'apps/admin']) app(here, folder);
    here.write('packages/ui/package.json', '{}');
    const { run } = withManagers(here);
    const { stdout } = await run(['--yes']);
    expect(written(here)).toEqual([
      '.cursor/mcp.json',
      'apps/admin/.cursor/mcp.json',
      'apps/shop/.cursor/mcp.json',
    ]);
    expect(stdout).toContain('so apps/admin, apps/shop and the root get the entry.');
    await run(['--undo', '--yes']);
    expect(written(here)).toEqual([]);
  });

  it.each([
    { name: 'a library', folder: 'packages/ui' },
    { name: 'a folder of packages', folder: 'packages' },
  ])('is not in $name, and init says where the apps are', async ({ folder }) => {
    const here = createProject();
    app(here, 'apps/shop');
    app(here, 'apps/admin');
    here.write('package.json', JSON.stringify({ scripts: { dev: 'run all' }, workspaces: ['*/*'] }));
    here.write('packages/ui/package.json', '{ "exports": "./index.js", "scripts": { "dev": "tsc -w" } }');
    const { stdout } = await withManagers(here).run(['--yes'], join(here.project, folder));
    expect(written(here)).toEqual(['.cursor/mcp.json']);
    expect(stdout).toContain(`No app was found in ${folder}.`);
    expect(stdout).toContain(
      '1. Run npx annotate-mcp init in the folder of your app: apps/admin or apps/shop.',
    );
  });

  it('is not in a library of an Angular workspace', async () => {
    const here = createProject();
    here.write('package.json', JSON.stringify({ dependencies: { '@angular/core': '22' } }));
    here.write('angular.json', '{}');
    here.write('projects/ui/package.json', '{ "peerDependencies": { "@angular/core": "22" } }');
    await withManagers(here).run(['--yes'], join(here.project, 'projects/ui'));
    expect(written(here)).toEqual(['.cursor/mcp.json']);
  });

  it('names the folder in which a server is started', async () => {
    const here = createProject();
    here.write('backend/manage.py', 'import django');
    const { stdout } = await withManagers(here).run(['--yes']);
    expect(stdout).toContain('npx annotate-mcp dev -- python3 manage.py runserver (in backend) and open');
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
