import { describe, expect, it } from 'vitest';

import { editFile, schematicRunner, textsOf, workspace } from './testing/schematic-runner.ts';

const { repository, ngAdd } = schematicRunner();

/** A workspace as `ng add @ng-annotate/angular` left it. */
async function olderWorkspace() {
  const tree = await workspace();
  const edit = (path: string, change: (text: string) => string) => editFile(tree, path, change);
  edit('angular.json', (text) =>
    text.replace(
      '"builder": "@angular/build:dev-server",',
      '"builder": "@ng-annotate/angular:dev-server", "options": { "port": 4300, "ngAnnotateDebug": true },',
    ),
  );
  edit('src/app/app.config.ts', (text) =>
    `import { provideNgAnnotate } from '@ng-annotate/angular';\n${text}`.replace(
      'providers: [',
      'providers: [\n    provideNgAnnotate(),',
    ),
  );
  edit('package.json', (text) =>
    text.replace(
      '"devDependencies": {',
      '"devDependencies": { "@ng-annotate/angular": "^0.5.0", "@ng-annotate/mcp-server": "latest",',
    ),
  );
  tree.create(
    '.mcp.json',
    JSON.stringify({
      mcpServers: { 'ng-annotate': { command: 'npx', args: ['-y', '@ng-annotate/mcp-server'] } },
    }),
  );
  return tree;
}

describe('ng add in a workspace of ng-annotate', () => {
  it('replaces its builder and keeps the options', async () => {
    repository();
    const { tree, output } = await ngAdd(await olderWorkspace());
    const { projects } = JSON.parse(tree.readText('angular.json')) as {
      projects: { shop: { architect: { serve: unknown } } };
    };
    expect(projects.shop.architect.serve).toMatchObject({
      builder: '@annotate-mcp/angular:dev-server',
      options: { port: 4300 },
      configurations: { development: { buildTarget: 'shop:build:development' } },
    });
    expect(tree.readText('angular.json')).not.toContain('ngAnnotateDebug');
    expect(output).toContain(
      'Project "shop" is served by @annotate-mcp/angular:dev-server, without ngAnnotateDebug (ng-annotate only).',
    );
  });

  it('replaces its import, so that one provider is left', async () => {
    repository();
    const { tree, output } = await ngAdd(await olderWorkspace());
    const config = tree.readText('src/app/app.config.ts');
    expect(config).toContain("import { provideNgAnnotate } from '@annotate-mcp/angular';");
    expect(config.match(/provideNgAnnotate/g)).toHaveLength(2);
    expect(output).toContain(
      'src/app/app.config.ts imports from @annotate-mcp/angular instead of @ng-annotate/angular.',
    );
  });

  it('names what to uninstall, to remove and to import', async () => {
    const { root, write } = repository();
    write('.ng-annotate/store.json', '{ "sessions": {}, "annotations": {} }');
    const { output } = await ngAdd(await olderWorkspace());
    expect(output).toContain('Uninstall it: npm uninstall @ng-annotate/angular @ng-annotate/mcp-server');
    expect(output).toContain('.mcp.json still starts the older server "ng-annotate".');
    expect(output).toContain(`npx annotate-mcp import "${root}/.ng-annotate/store.json"`);
  });

  it('changes nothing the second time', { tags: ['full'] }, async () => {
    repository();
    const first = await ngAdd(await olderWorkspace());
    const second = await ngAdd(first.tree);
    expect(textsOf(second.tree)).toEqual(textsOf(first.tree));
  });
});
