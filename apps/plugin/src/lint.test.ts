import { describe, expect, it } from 'vitest';

import { lintBundle, lintPlugin, readFrontMatter } from './lint.ts';

const author = { name: 'An author' };
const plugin = {
  '.claude-plugin/plugin.json': { name: 'a-plugin', version: '1.2.3', description: 'Does it.', author },
  '.claude-plugin/marketplace.json': {
    name: 'a-market',
    owner: author,
    plugins: [{ name: 'a-plugin', source: './', version: '1.2.3' }],
  },
  '.mcp.json': { mcpServers: { a: { command: 'node', args: ['${CLAUDE_PLUGIN_ROOT}/server/bin.mjs'] } } },
  'server/bin.mjs': '',
  'hooks/hooks.json': hooksWith({}),
  'skills/do-it/SKILL.md': '---\nname: do-it\ndescription: Does it.\n---\n\nDo it.\n',
  'commands/go.md': '---\ndescription: Goes.\nargument-hint: file\n---\n\nGo to $ARGUMENTS.\n',
  LICENSE: 'MIT',
  'README.md': '# It',
};
/** With a hook whose fields are changed. */
function hooksWith(change: object, event = 'Stop'): object {
  const command = 'node "${CLAUDE_PLUGIN_ROOT}/server/bin.mjs" hook stop';
  return { hooks: { [event]: [{ hooks: [{ type: 'command', command, timeout: 5, ...change }] }] } };
}

const bundle = {
  'manifest.json': {
    manifest_version: '0.3',
    name: 'a-bundle',
    version: '1.2.3',
    description: 'Does it.',
    author,
    server: {
      type: 'node',
      entry_point: 'server/bin.mjs',
      mcp_config: { command: 'node', args: ['${__dirname}/server/bin.mjs'] },
    },
  },
  'server/bin.mjs': '',
  LICENSE: 'MIT',
  'README.md': '# It',
};

/** With some files changed, and those without content left out. */
function files(contents: Readonly<Record<string, unknown>>): Map<string, Uint8Array> {
  const entries = Object.entries(contents).filter(([, content]) => content !== undefined);
  return new Map(
    entries.map(([path, content]) => [
      path,
      new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content)),
    ]),
  );
}

describe('a plugin', () => {
  const manifest = plugin['.claude-plugin/plugin.json'];
  const market = plugin['.claude-plugin/marketplace.json'];
  const [entry] = market.plugins;
  const command = 'node "${CLAUDE_PLUGIN_ROOT}/server/bin.mjs" watch --follow';

  it('that is whole has no problems', () => {
    expect(lintPlugin(files(plugin))).toEqual([]);
  });

  it.each([
    { path: '.claude-plugin/plugin.json', content: { ...manifest, name: 'A Plugin' }, says: 'a name of' },
    { path: '.claude-plugin/plugin.json', content: { ...manifest, version: '1' }, says: 'a version' },
    { path: '.claude-plugin/plugin.json', content: { ...manifest, author: {} }, says: 'an author' },
    { path: '.claude-plugin/plugin.json', content: '{', says: 'a description' },
    { path: '.claude-plugin/marketplace.json', content: undefined, says: 'an owner' },
    {
      path: '.claude-plugin/marketplace.json',
      content: { ...market, plugins: [{ ...entry, name: 'another' }] },
      says: 'this plugin, and no other',
    },
    {
      path: '.claude-plugin/marketplace.json',
      content: { ...market, plugins: [{ ...entry, source: '../' }] },
      says: 'the folder itself',
    },
    {
      path: '.claude-plugin/marketplace.json',
      content: { ...market, plugins: [{ ...entry, version: '1.2.4' }] },
      says: 'the version of the plugin',
    },
    {
      path: '.claude-plugin/plugin.json',
      content: { ...manifest, monitors: [] },
      says: 'monitors below experimental',
    },
    {
      path: '.claude-plugin/plugin.json',
      content: { ...manifest, experimental: { monitors: [{ name: 'm', description: '', command }] } },
      says: 'a name and a description for each monitor',
    },
    {
      path: '.claude-plugin/plugin.json',
      content: {
        ...manifest,
        experimental: { monitors: [{ name: 'm', description: 'M', command: 'sleep 1' }] },
      },
      says: 'monitors that start a program of the plugin',
    },
    { path: '.mcp.json', content: undefined, says: 'a server' },
    { path: 'server/bin.mjs', content: undefined, says: 'a program of the plugin' },
    { path: 'hooks/hooks.json', content: hooksWith({}, 'Stopp'), says: 'events of Claude Code' },
    { path: 'hooks/hooks.json', content: '{', says: 'events of Claude Code' },
    {
      path: 'hooks/hooks.json',
      content: hooksWith({ command: 'node ${CLAUDE_PLUGIN_ROOT}/server/bin.mjs hook stop' }),
      says: 'commands that start',
    },
    { path: 'hooks/hooks.json', content: hooksWith({ timeout: undefined }), says: 'a time limit' },
    { path: 'skills/do-it/SKILL.md', content: 'Do it.', says: 'no front matter' },
    {
      path: 'skills/do-it/SKILL.md',
      content: '---\nname: do-that\ndescription: Does it.\n---\n\nDo it.\n',
      says: 'the name of its folder',
    },
    {
      path: 'skills/do-it/SKILL.md',
      content: `---\nname: do-it\ndescription: ${'x'.repeat(1_025)}\n---\n\nDo it.\n`,
      says: '1,024 characters',
    },
    {
      path: 'skills/do-it/SKILL.md',
      content: '---\nname: do-it\ndescription: Does <b>it</b>.\n---\n\nDo it.\n',
      says: 'no tag',
    },
    {
      path: 'skills/do-it/SKILL.md',
      content: '---\nname: do-it\ndescription: Does it.\nalowed-tools: Read\n---\n\nDo it.\n',
      says: 'no field but',
    },
    {
      path: 'commands/go.md',
      content: '---\ndescription: Goes.\nargument-hint: x\n---\n\nGo.\n',
      says: 'a use for',
    },
    {
      path: 'commands/go.md',
      content: '---\ndescription: Goes.\n---\n\nGo to $ARGUMENTS.\n',
      says: 'a use for',
    },
    { path: 'commands/go.md', content: '---\nmodel: x\n---\n\nGo.\n', says: 'a description of' },
    { path: 'server/node_modules/x/index.js', content: '', says: 'no node_modules' },
    { path: 'LICENSE', content: undefined, says: 'a licence' },
    { path: 'README.md', content: undefined, says: 'a README' },
  ])('whose $path misses $says is refused', ({ path, content, says }) => {
    expect(lintPlugin(files({ ...plugin, [path]: content })).join('\n')).toContain(says);
  });
});

describe('a bundle', () => {
  const manifest = bundle['manifest.json'];

  it('that is whole has no problems', () => {
    expect(lintBundle(files(bundle))).toEqual([]);
  });

  it.each([
    { path: 'manifest.json', content: undefined, says: 'manifest.json: name: Required' },
    { path: 'manifest.json', content: { ...manifest, extra: 1 }, says: 'extra' },
    { path: 'manifest.json', content: { ...manifest, version: 'x' }, says: 'a version' },
    { path: 'server/bin.mjs', content: undefined, says: 'an entry point' },
    {
      path: 'manifest.json',
      content: { ...manifest, server: { ...manifest.server, mcp_config: { command: 'node', args: ['x'] } } },
      says: 'arguments that begin',
    },
    { path: 'node_modules/x/index.js', content: '', says: 'no node_modules' },
  ])('whose $path misses $says is refused', ({ path, content, says }) => {
    expect(lintBundle(files({ ...bundle, [path]: content })).join('\n')).toContain(says);
  });
});

const withHead = (...lines: string[]) => ['---', ...lines, '---', '', 'The body.', ''].join('\n');

describe('front matter', () => {
  it('is read with plain and quoted values, and the body without it', () => {
    const { fields, body, problems } = readFrontMatter(withHead('name: open', "argument-hint: '[it''s: a]'"));
    expect(problems).toEqual([]);
    expect([...fields]).toEqual([
      ['name', 'open'],
      ['argument-hint', "[it's: a]"],
    ]);
    expect(body).toBe('The body.');
  });

  it.each([
    { name: 'a value that YAML takes for a list', line: 'argument-hint: [file]' },
    { name: 'a value that YAML takes for a map', line: 'description: Use it: always' },
    { name: 'a value that ends like a key', line: 'description: Use it:' },
    { name: 'a value with a comment in it', line: 'description: Use it # not' },
    { name: 'a quote that does not end', line: "description: 'Use it" },
    { name: 'words behind a quote', line: "description: 'Use' it" },
    { name: 'double quotes, in which a backslash means something', line: 'description: "Use it"' },
    { name: 'no value', line: 'description:' },
    { name: 'a block', line: 'description: |' },
    { name: 'an alias', line: 'description: *it' },
    { name: 'a capital letter', line: 'Description: Use it' },
    { name: 'no key', line: 'Use it' },
    { name: 'an indented line', line: '  description: Use it' },
  ])('with $name is refused', ({ line }) => {
    expect(readFrontMatter(withHead(line)).problems).toEqual([
      `has a line that is not "name: value": ${line}`,
    ]);
  });

  it('that says something twice is refused', () => {
    expect(readFrontMatter(withHead('name: a', 'name: b')).problems).toEqual(['says name twice']);
  });

  it.each(['The body.', '---\nname: a\n', '\n---\nname: a\n---\n'])('is missed in %j', (missing) => {
    expect(readFrontMatter(missing).problems).toEqual(['has no front matter between lines of ---']);
  });
});
