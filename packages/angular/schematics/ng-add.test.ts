import { lstatSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import type { UnitTestTree } from '@angular-devkit/schematics/testing';
import { describe, expect, it } from 'vitest';

import {
  editFile,
  manifestOf,
  ownVersion,
  schematicRunner,
  textsOf,
  workspace,
} from './testing/schematic-runner.ts';

const { repository, ngAdd, runTask } = schematicRunner();

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
    editFile(tree, 'package.json', (text) => text.replace(/("@angular\/core": ")[^"]+/, `$1${asked}`));
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
      editFile(tree, 'package.json', (text) => text.replace(/("@angular\/core": ")[^"]+/, `$1${asked}`));
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
