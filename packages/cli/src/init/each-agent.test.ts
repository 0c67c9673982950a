import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { projectAgents } from '../agents/find-agents.ts';
import { setUpCli } from '../testing/test-project.ts';

import { serversOf } from './testing/servers-of.ts';

const { createProject } = setUpCli();

/** Each with a comment beside and inside the list of servers, and a sibling. */
const fixtures = [
  {
    agent: 'claude-code',
    file: '.mcp.json',
    text: '{\n  // of the team\n  "mcpServers": {\n    // do not touch\n    "other": { "command": "other", "args": [] }, // last\n  },\n}\n',
    comments: ['// of the team', '// do not touch', '// last'],
  },
  {
    agent: 'vscode',
    file: '.vscode/mcp.json',
    text: '{\n\t"inputs": [], // none\n\t"servers": {\n\t\t/* mine */\n\t\t"other": { "command": "other" }\n\t}\n}\n',
    comments: ['// none', '/* mine */'],
  },
  {
    agent: 'cursor',
    file: '.cursor/mcp.json',
    text: '{ "mcpServers": { "other": { "command": "other" /* here */ } } }',
    comments: ['/* here */'],
  },
  {
    agent: 'codex',
    file: '.codex/config.toml',
    text: '# my settings\nmodel = "x" # fast\n\n[mcp_servers.other] # mine\ncommand = "other"\n\n# the end\n[tools]\nweb = true\n',
    comments: ['# my settings', '# fast', '# mine', '# the end'],
  },
  {
    agent: 'gemini-cli',
    file: '.gemini/settings.json',
    text: '{\r\n  "theme": "Dark", // nice\r\n  "mcpServers": { "other": { "command": "other" } }\r\n}\r\n',
    comments: ['// nice'],
  },
  {
    agent: 'opencode',
    file: 'opencode.json',
    text: '{\n  "mcp": {\n    // native\n    "other": { "type": "local", "command": ["other"] }\n  }\n}\n',
    comments: ['// native'],
  },
  {
    agent: 'zed',
    file: '.zed/settings.json',
    text: '{\n  // tabs\n  "tab_size": 4,\n  "context_servers": { "other": { "source": "custom", "command": "other" } }\n}\n',
    comments: ['// tabs'],
  },
] as const;

it('writes nothing that names this machine, for any agent', async () => {
  const here = createProject();
  here.write('apps/shop/package.json', '{ "devDependencies": { "vite": "^8.0.0" } }');
  here.write('apps/shop/vite.config.ts', 'export default {};\n');
  const all = projectAgents().join(',');
  for (const cwd of [here.project, join(here.project, 'apps/shop')])
    await here.run(['init', '--yes', '--guide', '--no-install', '--agents', all], { cwd });
  const written = Object.entries(here.files());
  expect(written.length).toBeGreaterThan(10);
  const ofThisMachine = [here.project, here.home, dirname(here.bin), process.cwd(), homedir()];
  const naming = written.filter(([, text]) =>
    ofThisMachine.some((path) => text.includes(path) || text.includes(JSON.stringify(path).slice(1, -1))),
  );
  expect(naming.map(([file]) => file)).toEqual([]);
});

it('says that an entry with the path of a checkout is not for others', async () => {
  const here = createProject();
  const bin = here.write('a checkout/dist/bin.mjs', '');
  const { stdout } = await here.run(['init', '--yes', '--agents', 'cursor'], { bin });
  expect(stdout).toContain('do not commit it');
  expect((await here.run(['init', '--yes', '--agents', 'cursor'])).stdout).not.toContain('do not commit it');
});

describe('init, for each agent', () => {
  // One JSON and one TOML file; every agent in full runs.
  const isFull = process.env.ANNOTATE_TEST_FULL === '1';
  const sampled = fixtures.filter(({ agent }) => isFull || agent === 'vscode' || agent === 'codex');

  it.each(fixtures)('adds the server to $file and keeps comments and siblings', async (fixture) => {
    const { agent, file, text, comments } = fixture;
    const here = createProject();
    here.write(file, text);
    const { code, stderr } = await here.run(['init', '--yes', '--agents', agent]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const after = here.read(file);
    for (const comment of comments) expect(after).toContain(comment);
    expect(await serversOf(agent, here.project)).toEqual({
      other: 'other',
      annotate: expect.stringContaining('annotate-mcp') as unknown,
    });
    expect(after.includes('\r\n')).toBe(text.includes('\r\n'));
  });

  it.each(sampled)('changes nothing the second time in $file', async ({ agent, file, text }) => {
    const here = createProject();
    here.write(file, text);
    await here.run(['init', '--yes', '--agents', agent]);
    const before = here.files();
    const { code, stdout } = await here.run(['init', '--yes', '--agents', agent]);
    expect(code).toBe(0);
    expect(stdout).toContain('Nothing to change.');
    expect(here.files()).toEqual(before);
  });

  it.each(sampled)('makes $file where there is none', async ({ agent }) => {
    const here = createProject();
    expect((await here.run(['init', '--yes', '--agents', agent])).code).toBe(0);
    expect(Object.keys(await serversOf(agent, here.project))).toEqual(['annotate']);
    const before = here.files();
    await here.run(['init', '--yes', '--agents', agent]);
    expect(here.files()).toEqual(before);
  });

  it.each(sampled)('changes no byte of $file with --dry-run', async ({ agent, file, text }) => {
    const here = createProject();
    here.write(file, text);
    const before = here.files();
    const { code, stdout } = await here.run(['init', '--dry-run', '--agents', agent, '--guide']);
    expect(code).toBe(0);
    expect(stdout).toContain(file);
    expect(stdout).toContain('Nothing was changed');
    expect(here.files()).toEqual(before);
  });

  it.each(sampled)('brings an old entry in $file up to date', async ({ agent, file, text }) => {
    const here = createProject();
    here.write(file, text);
    await here.run(['init', '--yes', '--agents', agent]);
    const wanted = here.read(file);
    here.write(file, wanted.replace('"-y"', '"--yes"'));
    expect((await here.run(['init', '--yes', '--agents', agent])).stdout).toContain(`change  ${file}`);
    expect(await serversOf(agent, here.project)).toMatchObject({
      annotate: expect.not.stringContaining('--yes') as unknown,
    });
  });
});
