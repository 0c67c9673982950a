import { rmSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { uuidOf } from '@annotate-mcp/core/testing';
import { announceHub } from '@annotate-mcp/store/hub-presence';

import { diagnose } from '../testing/diagnose.ts';
import { setUpCli } from '../testing/test-project.ts';

const { createProject } = setUpCli();

describe('doctor of the page side', () => {
  const plugin = 'node_modules/@annotate-mcp/vite-plugin/package.json';
  const wiredConfig = `import { annotate } from '@annotate-mcp/vite-plugin';\nexport default { plugins: [annotate()] };\n`;
  const cases = [
    {
      name: 'nothing',
      files: {},
      message: 'is not installed and not in',
      fix: 'Run npx annotate-mcp init.',
    },
    {
      name: 'the package only',
      files: { [plugin]: '{}' },
      message: 'installed, but not in',
      fix: 'Run npx annotate-mcp init.',
    },
    {
      name: 'the configuration, with the package in package.json',
      files: {
        'vite.config.js': wiredConfig,
        'pnpm-lock.yaml': '',
        'package.json': '{ "devDependencies": { "@annotate-mcp/vite-plugin": "1" } }',
      },
      message: 'the package is not installed',
      fix: 'Run pnpm install.',
    },
    {
      name: 'the configuration only, where installing brings nothing',
      files: { 'vite.config.js': wiredConfig, 'pnpm-lock.yaml': '' },
      message: 'the package is not installed',
      fix: /^Run pnpm add --save-dev @annotate-mcp\/vite-plugin in .*my project\.$/,
    },
  ];

  it.each(cases)('says what to do where there is $name', async ({ files, message, fix }) => {
    const here = createProject();
    here.write('package.json', '{}');
    here.write('vite.config.js', 'export default {};');
    for (const [file, text] of Object.entries(files)) here.write(file, text);
    expect((await diagnose(here)).of('page side')).toEqual({
      name: 'page side',
      status: 'problem',
      message: expect.stringContaining(message) as unknown,
      fix: typeof fix === 'string' ? fix : (expect.stringMatching(fix) as unknown),
    });
  });

  it('is content with the package in the configuration, and asks to start the dev server', async () => {
    const here = createProject();
    here.write('apps/shop/package.json', '{ "scripts": { "dev": "vite" } }');
    here.write('apps/shop/index.html', '');
    here.write('apps/shop/vite.config.js', wiredConfig);
    here.write(plugin, '{}');
    const { of } = await diagnose(here);
    expect(of('page side')).toMatchObject({
      status: 'ok',
      message: expect.stringContaining('apps/shop/vite.config.js') as unknown,
    });
    expect(of('dev server')).toMatchObject({
      status: 'problem',
      fix: expect.stringContaining('Start your dev server (npm run dev)') as unknown,
    });
  });

  it('knows a dev server that runs before a page is open, and asks to open one', async () => {
    const here = createProject();
    const withdraw = announceHub(here.project);
    const { of } = await diagnose(here);
    withdraw();
    for (const name of ['page side', 'dev server']) expect(of(name)?.status).toBe('ok');
    expect(of('browser')).toMatchObject({
      status: 'problem',
      fix: 'Open the app in a browser, or reload it there.',
    });
  });

  it('knows an import from a checkout, and whether that is there', async () => {
    const here = createProject();
    const file = here.write('../annotate-mcp/packages/vite-plugin/dist/index.js', '');
    here.write('package.json', '{}');
    here.write(
      'vite.config.js',
      `import { annotate } from '${file}';\nexport default { plugins: [annotate()] };\n`,
    );
    expect((await diagnose(here)).of('page side')?.status).toBe('ok');
    rmSync(file);
    expect((await diagnose(here)).of('page side')?.message).toContain('the package is not installed');
  });

  it.each([
    "import { createHub } from '@annotate-mcp/hub';\n",
    "const hub = require('/work/annotate-mcp/packages/hub/dist/index.js');\n",
  ])('knows the hub of a server of the person, imported by %s', async (text) => {
    const here = createProject();
    here.write('package.json', '{ "dependencies": { "express": "5", "@annotate-mcp/hub": "1" } }');
    here.write('node_modules/@annotate-mcp/hub/package.json', '{}');
    expect((await diagnose(here)).of('page side')?.status).toBe('problem');
    here.write('src/server.js', text);
    expect((await diagnose(here)).of('page side')).toMatchObject({
      status: 'ok',
      message: expect.stringMatching(/The annotate hub is in .*src\/server\.js/) as unknown,
    });
  });

  describe('of an Angular app', () => {
    const installed = 'node_modules/@annotate-mcp/angular/package.json';
    const provided = "import { provideNgAnnotate } from '@annotate-mcp/angular';\n";
    const angularJson = (builder: string) =>
      `{ // mine\n "projects": { "shop": { "root": "", "sourceRoot": "src", "architect": { "serve": { "builder": "${builder}" } } } } }`;
    const ours = angularJson('@annotate-mcp/angular:dev-server');

    it.each([
      {
        name: 'nothing',
        files: { 'angular.json': angularJson('@angular/build:dev-server') },
        message: 'The annotate builder is not installed and not in',
      },
      {
        name: 'the builder without its package',
        files: { 'angular.json': ours, 'src/main.ts': provided },
        message: 'has the annotate builder, but the package is not installed',
      },
      {
        name: 'the builder without the provider',
        files: { 'angular.json': ours, [installed]: '{}', 'src/main.ts': `// ${provided}` },
        message: 'no file of shop imports provideNgAnnotate',
      },
      {
        name: 'a broken angular.json',
        files: { 'angular.json': '{' },
        message: 'is not valid JSON (line 1',
      },
      { name: 'no angular.json', files: {}, message: 'There is no angular.json in' },
    ])('says what to do where there is $name', async ({ files, message }) => {
      const here = createProject();
      here.write('package.json', '{ "dependencies": { "@angular/core": "22" } }');
      for (const [file, text] of Object.entries(files)) here.write(file, text);
      expect((await diagnose(here)).of('page side')).toMatchObject({
        status: 'problem',
        message: expect.stringContaining(message) as unknown,
        fix: expect.stringMatching(/\w/) as unknown,
      });
    });

    it('is content with builder and provider, and asks to start the dev server', async () => {
      const here = createProject();
      here.write(
        'package.json',
        '{ "scripts": { "start": "ng serve" }, "dependencies": { "@angular/core": "22" } }',
      );
      const files = { 'angular.json': ours, [installed]: '{}', 'src/app/app.config.ts': provided };
      for (const [file, text] of Object.entries(files)) here.write(file, text);
      const { of } = await diagnose(here);
      expect(of('page side')).toMatchObject({
        status: 'ok',
        message: expect.stringMatching(/The annotate builder is in .*angular\.json/) as unknown,
      });
      expect(of('dev server')?.fix).toContain('Start your dev server (npm run start)');
    });
  });

  it('says where there is no package of ours, unless a page is connected', async () => {
    const here = createProject();
    here.write('package.json', '{ "dependencies": { "@angular/core": "22" } }');
    expect((await diagnose(here)).of('page side')).toMatchObject({
      status: 'problem',
      message: expect.stringContaining('There is no angular.json') as unknown,
    });
    const store = await here.open();
    const now = new Date().toISOString();
    const url = 'http://localhost:4321/';
    await store.sessions.save({
      id: uuidOf(1),
      appId: '.',
      createdAt: now,
      lastSeenAt: now,
      active: true,
      url,
    });
    const { of } = await diagnose(here);
    expect(of('page side')?.status).toBe('ok');
    expect(of('dev server')?.status).toBe('ok');
  });

  it('names a package.json that cannot be read', async () => {
    const here = createProject();
    here.write('package.json', '{');
    expect((await diagnose(here)).of('page side')?.message).toContain('package.json is not valid');
  });
});
