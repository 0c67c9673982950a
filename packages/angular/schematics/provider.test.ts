import { describe, expect, it } from 'vitest';

import { editFile, schematicRunner, workspace } from './testing/schematic-runner.ts';

const { repository, ngAdd } = schematicRunner();

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
    editFile(tree, module, (text) => text.replace(/providers: \[[^\]]*]/, 'providers: all'));
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
    editFile(tree, 'src/app/app.config.ts', (text) => `// ${added}\n${text}`);
    expect((await ngAdd(tree)).tree.readText('src/app/app.config.ts')).toContain(', provideNgAnnotate()');
  });
});
