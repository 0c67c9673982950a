/** How init brings the page side into real projects. Only the package manager is a stand-in: a registry is not this machine. */
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { setUpCli } from '../testing/test-project.ts';

import { plugin, config, wired, manifest, app, withManagers } from './testing/vite-app.ts';

const { createProject } = setUpCli();

describe('init in an app with Vite', () => {
  it('installs the plugin and puts it into the configuration, and nothing else changes there', async () => {
    const here = createProject();
    app(here);
    const { runProgram, calls } = withManagers(here);
    const { code, stdout, stderr } = await runProgram(['--yes']);
    expect(code).toBe(0);
    expect(calls()).toEqual([{ in: here.project, ran: `npm install --save-dev ${plugin}` }]);
    expect(here.read('vite.config.ts')).toBe(wired);
    expect(stdout).toContain('Found    Vite + React');
    expect(stdout).toContain(`install ${plugin}  npm install --save-dev ${plugin}`);
    expect(stdout).toContain('-   plugins: [react()], // mine\n');
    expect(stdout).toContain('+   plugins: [annotate(), react()], // mine\n');
    expect(stdout).toContain('Restart your dev server (npm run dev)');
    expect(stdout).not.toContain('the program speaks');
    expect(stderr).toContain('the program speaks');
  });

  it('does nothing the second time, and says that it is wired', async () => {
    const here = createProject();
    app(here);
    const { run, calls } = withManagers(here);
    await run(['--yes']);
    const before = here.files();
    const { code, stdout } = await run(['--yes']);
    expect(code).toBe(0);
    expect(stdout).toContain('Nothing to change.');
    expect(stdout).toContain('ok      vite.config.ts  has the annotate plugin');
    expect(here.files()).toEqual(before);
    expect(calls()).toHaveLength(1);
    expect(JSON.parse((await run(['--yes', '--json'])).stdout)).toMatchObject({
      installs: [],
      changes: [],
      wired: [join(here.project, 'vite.config.ts')],
    });
  });

  it('with --dry-run shows both and does neither', async () => {
    const here = createProject();
    app(here);
    const { run, calls } = withManagers(here);
    const before = here.files();
    expect((await run(['--dry-run'])).stdout).toContain('install @annotate-mcp/vite-plugin');
    expect(JSON.parse((await run(['--dry-run', '--json'])).stdout)).toMatchObject({
      applied: false,
      apps: [{ folder: here.project, framework: 'Vite + React' }],
      installs: [{ command: ['npm', 'install', '--save-dev', plugin], run: false }],
      changes: expect.arrayContaining([
        expect.objectContaining({
          file: join(here.project, 'vite.config.ts'),
          diff: expect.arrayContaining(['+   plugins: [annotate(), react()], // mine']) as unknown,
        }),
      ]) as unknown,
    });
    expect(here.files()).toEqual(before);
    expect(calls()).toEqual([]);
  });

  it.each([
    { file: 'package-lock.json', ran: `npm install --save-dev ${plugin}` },
    { file: 'pnpm-lock.yaml', ran: `pnpm add --save-dev ${plugin}` },
    { file: 'yarn.lock', ran: `yarn add --dev ${plugin}` },
    { file: 'bun.lock', ran: `bun add --dev ${plugin}` },
    {
      file: 'package-lock.json',
      more: { packageManager: 'pnpm@10.1.0+sha512.abc' },
      ran: `pnpm add --save-dev ${plugin}`,
    },
    {
      file: 'pnpm-workspace.yaml',
      more: { packageManager: 'pnpm@10.1.0' },
      ran: `pnpm add --save-dev --workspace-root ${plugin}`,
    },
    {
      file: 'yarn.lock',
      text: '# yarn lockfile v1\n',
      more: { workspaces: ['apps/*'] },
      ran: `yarn add --dev --ignore-workspace-root-check ${plugin}`,
    },
  ])('with $file $more runs $ran', async ({ file, text = '', more, ran }) => {
    const here = createProject();
    app(here, '.', more);
    here.write(file, text);
    const { run, calls } = withManagers(here);
    expect((await run(['--yes'])).code).toBe(0);
    expect(calls().map((call) => call.ran)).toEqual([ran]);
  });

  it('leaves the configuration alone when the package cannot be installed, and connects the agent', async () => {
    const here = createProject();
    app(here);
    const { run } = withManagers(here, 7);
    const { code, stdout } = await run(['--yes']);
    expect(code).toBe(1);
    expect(stdout).not.toContain('Done');
    expect(stdout).toMatch(
      /cannot {2}"npm install --save-dev .*" failed: it ended with 7\.\n +Run it yourself in /,
    );
    expect(here.read('vite.config.ts')).toBe(config);
    expect(here.read('.cursor/mcp.json')).toContain('annotate-mcp');
  });

  it('with --no-install runs nothing and says what to run', async () => {
    const here = createProject();
    app(here);
    const { run, calls } = withManagers(here);
    const { code, stdout } = await run(['--yes', '--no-install']);
    expect(code).toBe(0);
    expect(stdout).toContain(`Install ${plugin} yourself: npm install --save-dev ${plugin}`);
    expect(calls()).toEqual([]);
    expect(here.read('vite.config.ts')).toBe(wired);
  });

  it('leaves a configuration that it does not follow, and prints the two lines to add', async () => {
    const here = createProject();
    app(here);
    const text = "const make = require('./make');\nmodule.exports = make();\n";
    here.write('vite.config.ts', text);
    const { run } = withManagers(here);
    const { code, stdout } = await run(['--yes']);
    expect(code).toBe(1);
    expect(stdout).toContain(
      "cannot  vite.config.ts builds its plugins in a way that init does not follow; it was left untouched. Add by hand:\n          const { annotate } = require('@annotate-mcp/vite-plugin');\n          plugins: [annotate()],\n",
    );
    expect(here.read('vite.config.ts')).toBe(text);
  });

  it.each([
    { more: {}, file: 'vite.config.mjs' },
    { more: { type: 'module' }, file: 'vite.config.js' },
    { more: {}, tsconfig: true, file: 'vite.config.ts' },
  ])('makes $file where there is none', async ({ more, tsconfig = false, file }) => {
    const here = createProject();
    here.write('package.json', JSON.stringify({ devDependencies: { vite: '8' }, ...more }));
    here.write('index.html', '');
    if (tsconfig) here.write('tsconfig.json', '{}');
    const { run } = withManagers(here);
    expect((await run(['--yes'])).stdout).toContain(`create  ${file}`);
    expect(here.read(file)).toContain('plugins: [annotate()]');
    expect((await run(['--yes'])).stdout).toContain('Nothing to change.');
  });

  it('says what is left to do where the pages do not come from Vite', async () => {
    const here = createProject();
    here.write('package.json', JSON.stringify(manifest));
    here.write('vite.config.ts', config);
    const { run } = withManagers(here);
    expect((await run(['--yes'])).stdout).toContain("import 'virtual:annotate' in the client entry");
    expect((await run(['--yes'])).stdout).not.toContain('virtual:annotate');
  });

  it.each([
    { dependency: 'preact', framework: 'Vite + Preact' },
    { dependency: 'vue', framework: 'Vite + Vue' },
    { dependency: 'svelte', framework: 'Vite + Svelte' },
    { dependency: 'solid-js', framework: 'Vite + Solid' },
    { dependency: 'lodash', framework: 'Vite' },
  ])('with $dependency calls it $framework', async ({ dependency, framework }) => {
    const here = createProject();
    here.write('package.json', JSON.stringify({ dependencies: { [dependency]: '1' } }));
    here.write('vite.config.js', 'export default {};\n');
    const { stdout } = await withManagers(here).run(['--dry-run', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ framework, apps: [{ framework }] });
  });
});

describe('init with a framework that is out of range', () => {
  it.each([
    {
      name: 'vite',
      declared: '^8.0.0',
      installed: '4.4.1',
      says: 'has Vite 4.4.1, and annotate-mcp needs Vite 5 or newer.',
    },
    { name: 'vite', declared: '~4.4.0', says: 'has Vite ~4.4.0, and' },
    { name: 'astro', declared: '4.16.0', says: 'has Astro 4.16.0, and annotate-mcp needs Astro 5 or newer.' },
    { name: '@angular/core', declared: '^19.1.0', says: 'needs Angular 20 to 22.' },
    { name: '@angular/core', declared: '^23.0.0', says: 'needs Angular 20 to 22.' },
  ])('says so at once for $name $declared', async ({ name, declared, installed, says }) => {
    const here = createProject();
    here.write('package.json', JSON.stringify({ devDependencies: { [name]: declared } }));
    here.write('index.html', '');
    if (installed !== undefined)
      here.write(`node_modules/${name}/package.json`, JSON.stringify({ version: installed }));
    const before = here.files();
    const { code, stdout, stderr } = await withManagers(here).run(['--yes']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(says);
    expect(here.files()).toEqual(before);
  });

  it('sets up the other apps of a monorepo', async () => {
    const here = createProject();
    app(here, 'apps/new');
    app(here, 'apps/old', { devDependencies: { vite: '^4.0.0' } });
    const { code, stdout } = await withManagers(here).run(['--yes']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/cannot {2}.*apps\/old has Vite \^4\.0\.0/);
    expect(here.read('apps/new/vite.config.ts')).toBe(wired);
    expect(here.read('apps/old/vite.config.ts')).toBe(config);
  });
});
