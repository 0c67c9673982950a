import { describe, expect, it } from 'vitest';

import { editFile, manifestOf, schematicRunner, workspace } from './testing/schematic-runner.ts';

const { repository, ngAdd } = schematicRunner();

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
      editFile(tree, 'angular.json', (text) =>
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
    editFile(tree, 'angular.json', (text) =>
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
    editFile(tree, 'package.json', (text) =>
      text.replace(/"@angular\/build": "[^"]+"/, `"${older}": "22.2.0"`),
    );
    expect(manifestOf((await ngAdd(tree)).tree).devDependencies).toMatchObject({
      '@angular/build': '22.2.0',
    });
  });
});
