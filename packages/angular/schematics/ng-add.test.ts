import { lstatSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import type { UnitTestTree } from '@angular-devkit/schematics/testing';
import { describe, expect, it } from 'vitest';

import { ownVersion, schematicRunner, textsOf, workspace } from './testing/schematic-runner.ts';

const { repository, ngAdd, runTask } = schematicRunner();

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}
const manifestOf = (tree: UnitTestTree) => JSON.parse(tree.readText('package.json')) as Manifest;

function edit(tree: UnitTestTree, path: string, change: (text: string) => string): void {
  const after = change(tree.readText(path));
  expect(after).not.toBe(tree.readText(path));
  tree.overwrite(path, after);
}

describe('ng add', () => {
  it('sets up a workspace that `ng new` created', async () => {
    repository();
    const { tree, tasks, output } = await ngAdd(await workspace());
    expect(manifestOf(tree).devDependencies).toMatchObject({
      '@annotate-mcp/angular': `^${ownVersion}`,
      'annotate-mcp': `^${ownVersion}`,
    });
    expect(tasks.map(({ name }) => name)).toEqual(['node-package']);
    expect(tree.readText('angular.json')).toContain('"builder": "@annotate-mcp/angular:dev-server"');
    expect(tree.readText('src/app/app.config.ts')).toMatch(
      /import { provideNgAnnotate } from '@annotate-mcp\/angular';[^]*provideRouter\(routes\), provideNgAnnotate\(\)/,
    );
    expect(JSON.parse(tree.readText('.mcp.json'))).toEqual({
      mcpServers: { annotate: { command: 'npx', args: ['-y', 'annotate-mcp'] } },
    });
    expect(tree.readText('.gitignore')).toMatch(/^\.annotate\/$/m);
    expect(output).toContain('Project "shop" is served by @annotate-mcp/angular:dev-server.');
    expect(output).toContain('press Alt+Shift+A');
  });

  it('changes nothing the second time', async () => {
    repository('apps/web');
    const first = await ngAdd(await workspace([{ name: 'shop' }, { name: 'admin' }]), { aiTool: 'both' });
    await runTask(first);
    const second = await ngAdd(first.tree, { aiTool: 'both' });
    expect(textsOf(second.tree)).toEqual(textsOf(first.tree));
    expect(second.tasks).toEqual([]);
    expect(second.output).toBe('annotate-mcp is already set up; nothing was changed.');
  });

  it('finds the workspace from a folder inside of it', async () => {
    const { root } = repository('web/src/app');
    const { output } = await ngAdd(await workspace(), { workingDirectory: 'src/app', aiTool: 'other' });
    expect(output).toContain(`"ANNOTATE_PROJECT_ROOT": "${root}"`);
  });

  it.each([
    { asked: '^18.2.0', found: '18.2.0' },
    { asked: '~19.2.1', found: '19.2.1' },
    { asked: '>=19 <23', found: '19' },
  ])('refuses Angular $asked', async ({ asked, found }) => {
    repository();
    const tree = await workspace();
    edit(tree, 'package.json', (text) => text.replace(/("@angular\/core": ")[^"]+/, `$1${asked}`));
    await expect(ngAdd(tree)).rejects.toThrow(
      new RegExp(
        `needs Angular 20 or newer, and this workspace has .*${found}.*; nothing was changed\\. Run "ng update`,
      ),
    );
  });

  it.each(['~20.3.0', '^21.0.0', '22.2.5', 'next', 'workspace:*', 'catalog:'])(
    'accepts Angular %s',
    async (asked) => {
      repository();
      const tree = await workspace();
      edit(tree, 'package.json', (text) => text.replace(/("@angular\/core": ")[^"]+/, `$1${asked}`));
      await expect(ngAdd(tree)).resolves.toBeDefined();
    },
  );

  it('checks the installed version of Angular, not the one in package.json', async () => {
    const { write } = repository();
    write('node_modules/@angular/core/package.json', '{ "version": "19.2.4" }');
    await expect(ngAdd(await workspace())).rejects.toThrow('this workspace has 19.2.4');
  });

  it('warns when this Node version cannot run the server', async () => {
    repository();
    const versions = Object.getOwnPropertyDescriptor(process, 'versions') ?? {};
    Object.defineProperty(process, 'versions', {
      ...versions,
      value: { ...process.versions, node: '22.12.0' },
    });
    try {
      expect((await ngAdd(await workspace())).output).toContain(
        'annotate-mcp needs Node 22.13 or newer; this is Node 22.12.0',
      );
    } finally {
      Object.defineProperty(process, 'versions', versions);
    }
    expect((await ngAdd(await workspace())).output).not.toContain('needs Node.js');
  });
});

describe('the packages', () => {
  it.each([
    {
      name: 'moves from dependencies',
      before: { dependencies: { '@annotate-mcp/angular': '~0.1.0' } },
      ours: '~0.1.0',
      server: `~${ownVersion}`,
    },
    {
      name: 'leaves what is there',
      before: { devDependencies: { '@annotate-mcp/angular': '0.1.0', 'annotate-mcp': 'next' } },
      ours: '0.1.0',
      server: 'next',
    },
    {
      name: 'moves both',
      before: { dependencies: { '@annotate-mcp/angular': '^0.1.0', 'annotate-mcp': '^0.1.0' } },
      ours: '^0.1.0',
      server: '^0.1.0',
    },
    {
      name: 'keeps a tarball',
      before: { devDependencies: { '@annotate-mcp/angular': 'file:../a.tgz' } },
      ours: 'file:../a.tgz',
      server: ownVersion,
    },
  ])('$name', async ({ before, ours, server }) => {
    repository();
    const tree = await workspace();
    const { dependencies, devDependencies } = manifestOf(tree);
    tree.overwrite(
      'package.json',
      JSON.stringify(
        {
          dependencies: { ...dependencies, ...before.dependencies },
          devDependencies: { ...devDependencies, ...before.devDependencies },
        },
        null,
        2,
      ),
    );
    const after = manifestOf((await ngAdd(tree)).tree);
    expect(after.devDependencies).toMatchObject({ '@annotate-mcp/angular': ours, 'annotate-mcp': server });
    expect(Object.keys(after.dependencies ?? {})).toEqual(Object.keys(dependencies ?? {}));
  });

  it('keep comments, order and the end of package.json', async () => {
    repository();
    const tree = await workspace();
    tree.overwrite(
      'package.json',
      '{\n  // ours\n  "name": "work",\n  "dependencies": {\n    "@angular/core": "^22.0.0"\n  }\n}\n',
    );
    expect((await ngAdd(tree)).tree.readText('package.json')).toBe(
      `{\n  // ours\n  "name": "work",\n  "dependencies": {\n    "@angular/core": "^22.0.0"\n  },\n  "devDependencies": {\n    "@annotate-mcp/angular": "^${ownVersion}",\n    "annotate-mcp": "^${ownVersion}"\n  }\n}\n`,
    );
  });
});

describe('the builder', () => {
  const own = '@annotate-mcp/angular:dev-server';
  const older = '@angular-devkit/build-angular';
  const cases = [
    {
      name: '@angular/build',
      build: '@angular/build:application',
      serve: '@angular/build:dev-server',
      becomes: own,
    },
    { name: 'the older package', build: `${older}:application`, serve: `${older}:dev-server`, becomes: own },
    {
      name: 'a custom esbuild build',
      build: '@angular-builders/custom-esbuild:application',
      serve: '@angular/build:dev-server',
      becomes: own,
      message: 'could not be added (its main file is unknown)',
    },
    {
      name: 'webpack',
      build: `${older}:browser`,
      serve: `${older}:dev-server`,
      message: `Project "shop" was not changed: it is built by ${older}:browser`,
    },
    {
      name: 'the layer over webpack options',
      build: `${older}:browser-esbuild`,
      serve: `${older}:dev-server`,
      message: 'annotate-mcp supports only the application builder',
    },
    {
      name: 'a custom webpack build',
      build: '@angular-builders/custom-webpack:browser',
      serve: `${older}:dev-server`,
      message: 'custom-webpack:browser',
    },
    {
      name: 'another dev server',
      build: '@angular/build:application',
      serve: '@nx/angular:dev-server',
      message: 'it is served by @nx/angular:dev-server',
    },
  ];

  it.each(cases)(
    'for $name',
    async ({ build, serve, becomes = serve, message = 'is served by @annotate-mcp' }) => {
      repository();
      const tree = await workspace();
      edit(tree, 'angular.json', (text) =>
        text
          .replace('"@angular/build:application"', `"${build}" /* mine */`)
          .replace('"@angular/build:dev-server"', `"${serve}"`),
      );
      const before = tree.readText('angular.json');
      const after = await ngAdd(tree);
      // Only the builder has changed; comments, options and configurations are the same.
      expect(after.tree.readText('angular.json')).toBe(before.replace(`"${serve}"`, `"${becomes}"`));
      expect(after.output).toContain(message);
      expect(after.tree.readText('src/app/app.config.ts').includes('provideNgAnnotate')).toBe(
        message.startsWith('is served by @annotate-mcp'),
      );
    },
  );

  it('removes options of webpack, and lists them', async () => {
    repository();
    const tree = await workspace();
    edit(tree, 'angular.json', (text) =>
      text.replace(
        '"@angular/build:dev-server",',
        `"${older}:dev-server", "options": { "port": 4300, "disableHostCheck": true },`,
      ),
    );
    const { tree: after, output } = await ngAdd(tree);
    expect(after.readText('angular.json')).toMatch(/"options": {\s*"port": 4300\s*}/);
    expect(after.readText('angular.json')).toContain('"buildTarget": "shop:build:production"');
    expect(output).toContain('without disableHostCheck (webpack only)');
  });

  it('adds @angular/build to a workspace with the older package', async () => {
    repository();
    const tree = await workspace();
    edit(tree, 'package.json', (text) => text.replace(/"@angular\/build": "[^"]+"/, `"${older}": "22.2.0"`));
    expect(manifestOf((await ngAdd(tree)).tree).devDependencies).toMatchObject({
      '@angular/build': '22.2.0',
    });
  });
});

describe('projects', () => {
  const served = (tree: UnitTestTree) => {
    const { projects } = JSON.parse(tree.readText('angular.json')) as {
      projects: Record<string, { architect: Record<string, { builder: string }> }>;
    };
    return Object.fromEntries(
      Object.entries(projects).map(([name, { architect }]) => [name, architect.serve?.builder]),
    );
  };

  it('are all set up, except libraries', async () => {
    repository();
    const { tree, output } = await ngAdd(await workspace([{ name: 'shop' }, { name: 'admin' }], ['ui']));
    expect(served(tree)).toEqual({
      shop: '@annotate-mcp/angular:dev-server',
      admin: '@annotate-mcp/angular:dev-server',
      ui: undefined,
    });
    expect(tree.readText('projects/admin/src/app/app.config.ts')).toContain('provideNgAnnotate()');
    expect(output).not.toContain('"ui"');
  });

  it('with --project only that one', async () => {
    repository();
    const { tree } = await ngAdd(await workspace([{ name: 'shop' }, { name: 'admin' }]), {
      project: 'admin',
    });
    expect(served(tree)).toEqual({
      shop: '@angular/build:dev-server',
      admin: '@annotate-mcp/angular:dev-server',
    });
    expect(tree.readText('src/app/app.config.ts')).not.toContain('provideNgAnnotate');
  });

  it.each([
    {
      project: 'shpo',
      message: 'This workspace has no project "shpo"; nothing was changed. Its projects: shop, ui.',
    },
    { project: 'ui', message: 'Project "ui" is a library' },
  ])('refuses --project $project', async ({ project, message }) => {
    repository();
    await expect(ngAdd(await workspace([{ name: 'shop' }], ['ui']), { project })).rejects.toThrow(message);
  });
});

describe('the provider', () => {
  const main = (config: string, more = '') =>
    `import { bootstrapApplication } from '@angular/platform-browser';\nimport { App } from './app/app';\n${more}\nbootstrapApplication(App${config});\n`;
  const added = "import { provideNgAnnotate } from '@annotate-mcp/angular';";

  it('is added to the module of an app with modules', async () => {
    repository();
    const { tree } = await ngAdd(await workspace([{ name: 'shop', options: { standalone: false } }]));
    const module = tree.files.find((file) => file.endsWith('-module.ts') && !file.includes('routing')) ?? '';
    expect(tree.readText(module)).toContain(added);
    expect(tree.readText(module)).toMatch(/providers: \[[^\]]*provideNgAnnotate\(\)/);
  });

  it.each([
    {
      name: 'a call without configuration',
      text: main(''),
      expected: /bootstrapApplication\(App, {\s*providers: \[provideNgAnnotate\(\)]\s*}\)/,
    },
    { name: 'a literal', text: main(', { providers: [] }'), expected: /providers: \[provideNgAnnotate\(\)]/ },
    {
      name: 'a constant',
      text: main(', config', 'const config = { providers: [a()], };'),
      expected: /providers: \[a\(\), provideNgAnnotate\(\)]/,
    },
    {
      name: 'another name of the function',
      text: main('')
        .replace('{ bootstrapApplication }', '{ bootstrapApplication as boot }')
        .replace('bootstrapApplication(App', 'boot(App'),
      expected: /boot\(App, {\s*providers: \[provideNgAnnotate\(\)]/,
    },
  ])('is added to $name', async ({ text, expected }) => {
    repository();
    const tree = await workspace();
    tree.overwrite('src/main.ts', text);
    const after = (await ngAdd(tree)).tree.readText('src/main.ts');
    expect(after).toContain(added);
    expect(after).toMatch(expected);
  });

  it.each([
    {
      name: 'another way to bootstrap',
      file: 'src/main.ts',
      text: 'start();\n',
      why: 'Bootstrap call not found',
    },
    {
      name: 'a configuration from a function',
      file: 'src/main.ts',
      text: main(', make()'),
      why: 'Cannot statically analyze',
    },
    {
      name: 'a list from another file',
      file: 'src/main.ts',
      text: main(', { providers: list }'),
      why: 'are not a plain list',
    },
    {
      name: 'a configuration that is spread',
      file: 'src/main.ts',
      text: main(', { ...base }'),
      why: 'are not a plain list',
    },
    { name: 'no main file', file: 'src/main.ts', text: null, why: 'does not exist' },
  ])('is not added, with instructions, where there is $name', async ({ file, text, why }) => {
    repository();
    const tree = await workspace();
    if (text === null) tree.delete(file);
    else tree.overwrite(file, text);
    const { tree: after, output } = await ngAdd(tree);
    expect(output).toContain('Project "shop": provideNgAnnotate() could not be added (');
    expect(output).toContain(why);
    expect(output).toContain(`${added}\n  providers: [provideNgAnnotate()]`);
    if (text !== null) expect(after.readText(file)).toBe(text);
    expect(after.readText('angular.json')).toContain('@annotate-mcp/angular:dev-server');
  });

  it('is not added, with instructions, where the providers of a module are not a list', async () => {
    repository();
    const tree = await workspace([{ name: 'shop', options: { standalone: false } }]);
    const module = tree.files.find((file) => file.endsWith('-module.ts') && !file.includes('routing')) ?? '';
    edit(tree, module, (text) => text.replace(/providers: \[[^\]]*]/, 'providers: all'));
    const before = tree.readText(module);
    const { tree: after, output } = await ngAdd(tree);
    expect(output).toContain('could not be added');
    expect(after.readText(module)).toBe(before);
  });

  it.each([
    {
      name: 'a file of its own',
      file: 'src/app/providers.ts',
      text: `${added}\nexport const all = [provideNgAnnotate()];\n`,
    },
    {
      name: 'a module',
      file: 'src/app/dev.ts',
      text: "import { NgAnnotateModule } from '@annotate-mcp/angular';\n",
    },
  ])('is not added again when it is in $name', async ({ file, text }) => {
    repository();
    const tree = await workspace();
    tree.create(file, text);
    const before = tree.readText('src/app/app.config.ts');
    expect((await ngAdd(tree)).tree.readText('src/app/app.config.ts')).toBe(before);
  });

  it('is added when it is only in a comment', async () => {
    repository();
    const tree = await workspace();
    edit(tree, 'src/app/app.config.ts', (text) => `// ${added}\n${text}`);
    expect((await ngAdd(tree)).tree.readText('src/app/app.config.ts')).toContain(', provideNgAnnotate()');
  });
});

describe('the MCP configuration', () => {
  it.each([
    { aiTool: 'claude-code', files: ['/.mcp.json'] },
    { aiTool: 'vscode', files: ['/.vscode/mcp.json'] },
    { aiTool: 'both', files: ['/.mcp.json', '/.vscode/mcp.json'] },
    { aiTool: 'other', files: [] },
  ])('for $aiTool is $files', async ({ aiTool, files }) => {
    const { root } = repository();
    const before = await workspace();
    const { tree, output } = await ngAdd(before, { aiTool });
    expect(tree.files.filter((file) => file.endsWith('mcp.json'))).toEqual(files);
    for (const file of files) {
      expect(tree.readText(file)).toContain('"annotate-mcp"');
      expect(tree.readText(file)).not.toContain(root);
    }
    expect(output.includes(`"ANNOTATE_PROJECT_ROOT": ${JSON.stringify(root)}`)).toBe(aiTool === 'other');
  });

  it('keeps other servers and comments', async () => {
    repository();
    const tree = await workspace();
    tree.create(
      '.mcp.json',
      '{\n  // the team\'s\n  "mcpServers": {\n    "db": { "command": "db" }, // local\n  },\n}\n',
    );
    const text = (await ngAdd(tree)).tree.readText('.mcp.json');
    expect(text).toContain("// the team's");
    expect(text).toMatch(/"db": {\s*"command": "db"\s*}/);
    expect(text).toContain('// local');
    expect(text).toContain('"annotate-mcp"');
  });

  it.each([
    {
      name: 'stays when its root is this project',
      entry: { command: 'node', args: ['x.mjs'], env: { ANNOTATE_PROJECT_ROOT: '.' } },
      env: { ANNOTATE_PROJECT_ROOT: '.' },
    },
    {
      name: 'stays without a root',
      entry: { command: 'npx', args: ['-y', 'annotate-mcp'] },
      env: undefined,
    },
    {
      name: 'loses the root of another machine, or another project',
      entry: { command: 'node', env: { A: '1', ANNOTATE_PROJECT_ROOT: '/gone' } },
      env: { A: '1' },
    },
    {
      name: 'loses an environment that had only that',
      entry: { command: 'node', env: { ANNOTATE_PROJECT_ROOT: '../other' } },
      env: undefined,
    },
  ])('that exists $name', async ({ entry, env }) => {
    repository();
    const tree = await workspace();
    tree.create('.mcp.json', JSON.stringify({ mcpServers: { annotate: entry } }));
    const after: unknown = JSON.parse((await ngAdd(tree)).tree.readText('.mcp.json'));
    const { env: _, ...rest } = { env: {}, ...entry };
    expect(after).toEqual({ mcpServers: { annotate: { ...rest, ...(env && { env }) } } });
  });

  const broken = [
    { file: '.mcp.json', text: '{\n "mcpServers": {,\n', why: 'is not valid JSON (line 2: ' },
    { file: '.mcp.json', text: '[]', why: 'is not a JSON object' },
    { file: '.mcp.json', text: '{ "mcpServers": [] }', why: 'has a "mcpServers" that is not an object' },
    {
      file: '.mcp.json',
      text: '{ "mcpServers": { "annotate": { "env": 1 } } }',
      why: 'has a "mcpServers.annotate.env" that is not an object',
    },
    { file: '.vscode/mcp.json', text: '{', why: 'is not valid JSON (line 1: ' },
    { file: 'package.json', text: '{ "name": }', why: 'is not valid JSON (line 1: ' },
    {
      file: 'package.json',
      text: '{ "devDependencies": [] }',
      why: 'has a "devDependencies" that is not an object',
    },
    { file: 'angular.json', text: '{ "version": 1 "projects": {} }', why: 'is not valid JSON (line 1: ' },
    { file: 'angular.json', text: '{}', why: 'cannot be read (' },
  ];
  it.each(broken)(
    'refuses $file with $text, with its path, and changes nothing',
    async ({ file, text, why }) => {
      const { root } = repository();
      const tree = await workspace();
      if (tree.exists(file)) tree.overwrite(file, text);
      else tree.create(file, text);
      await expect(ngAdd(tree, { aiTool: 'both' })).rejects.toThrow(`${join(root, file)} ${why}`);
      expect(tree.readText(file)).toBe(text);
    },
  );

  it('is written to an empty file', async () => {
    repository();
    const tree = await workspace();
    tree.create('.mcp.json', '\n');
    expect(JSON.parse((await ngAdd(tree)).tree.readText('.mcp.json'))).toHaveProperty('mcpServers.annotate');
  });
});

describe('.gitignore', () => {
  it.each([
    { text: 'dist\n', after: 'dist\n\n# annotate-mcp\n.annotate/\n' },
    { text: 'dist', after: 'dist\n\n# annotate-mcp\n.annotate/\n' },
    { text: 'dist\r\n', after: 'dist\r\n\r\n# annotate-mcp\r\n.annotate/\r\n' },
    { text: '', after: '# annotate-mcp\n.annotate/\n' },
    { text: '/.annotate\n', after: '/.annotate\n' },
    { text: null, after: '# annotate-mcp\n.annotate/\n' },
  ])('with $text becomes $after', async ({ text, after }) => {
    repository();
    const tree = await workspace();
    if (text === null) tree.delete('.gitignore');
    else tree.overwrite('.gitignore', text);
    expect((await ngAdd(tree)).tree.readText('.gitignore')).toBe(after);
  });
});

describe('in a monorepo', () => {
  it('the project root gets the server and .gitignore after the CLI has written everything else', async () => {
    const { root, read, write } = repository('apps/web');
    write('.gitignore', 'dist\n');
    const run = await ngAdd(await workspace(), { aiTool: 'both' });
    expect(run.output).toContain(
      `Changed at the project root ${root}: .mcp.json, .vscode/mcp.json, .gitignore.`,
    );
    expect(() => read('.mcp.json')).toThrow('ENOENT');
    await runTask(run);
    for (const text of [read('.mcp.json'), read('.vscode/mcp.json'), run.tree.readText('.mcp.json')]) {
      expect(text).toContain('"annotate-mcp"');
      expect(text).not.toContain(root);
    }
    expect(read('.gitignore')).toBe('dist\n\n# annotate-mcp\n.annotate/\n');
  });

  it('keeps the content of files at the project root, and symbolic links', async () => {
    const { root, read, write } = repository('apps/web');
    write('tools/mcp.json', '{\n  // shared\n  "mcpServers": { "db": { "command": "db" } }\n}\n');
    symlinkSync('tools/mcp.json', join(root, '.mcp.json'));
    await runTask(await ngAdd(await workspace()));
    expect(lstatSync(join(root, '.mcp.json')).isSymbolicLink()).toBe(true);
    expect(read('tools/mcp.json')).toMatch(/\/\/ shared[^]*"command": "db"[^]*"annotate"/);
  });

  it('refuses an invalid file at the project root before anything is written', async () => {
    const { root, read, write } = repository('apps/web');
    write('.mcp.json', '{ "mcpServers": ');
    await expect(ngAdd(await workspace())).rejects.toThrow(`${join(root, '.mcp.json')} is not valid JSON`);
    expect(read('.mcp.json')).toBe('{ "mcpServers": ');
  });
});
