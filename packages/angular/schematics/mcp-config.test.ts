import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { schematicRunner, workspace } from './testing/schematic-runner.ts';

const { repository, ngAdd } = schematicRunner();

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
