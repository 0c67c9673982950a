import { chmodSync, cpSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

import { listInstalledServers } from 'add-mcp';
import { describe, expect, it } from 'vitest';

import { findProjectRoot } from '@annotate-mcp/store';

import { projectAgents } from '../agents/find-agents.ts';
import { setUpCli } from '../testing/test-project.ts';

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

async function serversOf(agent: (typeof fixtures)[number]['agent'], cwd: string) {
  const [found] = await listInstalledServers({ agents: [agent], cwd });
  return Object.fromEntries(found?.servers.map(({ serverName, identity }) => [serverName, identity]) ?? []);
}

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

describe('init', () => {
  it('finds agents by project file, home folder and program', async () => {
    const here = createProject();
    mkdirSync(join(here.project, '.vscode'));
    mkdirSync(join(here.home, '.codex'));
    chmodSync(here.write('../my home/bin/claude', ''), 0o755);
    here.write('../my home/bin/gemini', 'may not be run');
    const env = { PATH: join(here.home, 'bin') };
    const { stdout } = await here.runProgram(['init', '--dry-run', '--json'], { env });
    expect(JSON.parse(stdout)).toMatchObject({ agents: ['claude-code', 'vscode', 'codex'], applied: false });
  });

  it('asks for a name where it finds none', async () => {
    const { code, stderr } = await createProject().runProgram(['init', '--yes'], { env: { PATH: '' } });
    expect(code).toBe(1);
    expect(stderr).toContain('--agents');
  });

  it('ends with what to say to each agent', async () => {
    const { stdout } = await createProject().run(['init', '--yes', '--agents', 'claude-code,cursor']);
    expect(stdout).toMatch(
      /Done\. Next:\n {2}1\. Restart Claude Code, Cursor in .* Then say to\n +Claude Code: \/mcp__annotate__start-polling\n +Cursor: "Work on my annotations/,
    );
  });

  it('understands what people call their agents', async () => {
    const { stdout } = await createProject().run([
      'init',
      '--dry-run',
      '--json',
      '--agents',
      'Claude,gemini,claude-code',
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ agents: ['claude-code', 'gemini-cli'] });
  });

  it('takes the .mcp.json of Claude Code for Copilot, too', async () => {
    const here = createProject();
    const args = ['init', '--yes', '--agents', 'claude-code,github-copilot-cli'];
    await here.run(args);
    const before = here.files();
    expect((await here.run(args)).stdout).toContain('Nothing to change.');
    expect(here.files()).toEqual(before);
  });

  it('finds framework and package manager', async () => {
    const here = createProject();
    here.write('package.json', '{"dependencies":{"react":"19"},"devDependencies":{"vite":"8"}}');
    here.write('pnpm-lock.yaml', '');
    const { stdout } = await here.run(['init', '--dry-run', '--agents', 'cursor']);
    expect(stdout).toContain('Found    Vite + React, pnpm');
  });

  it('in an app of a monorepo writes to its folder and to the root, with no path', async () => {
    const here = createProject();
    const app = join(here.project, 'apps', 'my shop');
    mkdirSync(app, { recursive: true });
    here.write('package-lock.json', '{}');
    const { stdout } = await here.run(['init', '--yes', '--json', '--agents', 'claude-code'], { cwd: app });
    expect(JSON.parse(stdout)).toMatchObject({ root: here.project, folder: app, packageManager: 'npm' });
    const server = { command: 'npx', args: ['-y', 'annotate-mcp'] };
    for (const file of ['apps/my shop/.mcp.json', '.mcp.json'])
      expect(JSON.parse(here.read(file))).toEqual({ mcpServers: { annotate: server } });
    expect(Object.keys(here.files())).not.toContain('.annotate-root');
  });

  it('from a checkout writes how to start that, since npx would not find it', async () => {
    const here = createProject();
    const bin = join(here.home, 'dist', 'bin.mjs');
    cpSync(dirname(here.bin), dirname(bin), { recursive: true });
    await here.run(['init', '--yes', '--agents', 'claude-code'], { bin });
    const server = { command: 'node', args: [bin] };
    expect(JSON.parse(here.read('.mcp.json'))).toEqual({ mcpServers: { annotate: server } });
    expect((await here.run(['init', '--yes', '--agents', 'claude-code'], { bin })).stdout).toContain(
      'Nothing to change.',
    );
    here.write('.mcp.json', '{');
    for (const agent of ['claude-code', 'windsurf']) {
      const { stdout, stderr } = await here.run(['init', '--yes', '--agents', agent], { bin });
      expect(stdout + stderr).toContain(bin);
      expect(stdout + stderr).not.toContain('command npx');
    }
  });

  it('writes a root down that the dev server and an agent would not find by themselves', async () => {
    const here = createProject();
    const part = join(here.project, 'part');
    mkdirSync(part);
    await here.run(['init', '--yes', '--agents', 'claude-code', '--root', 'part']);
    expect(Object.keys(here.files()).sort()).toEqual(['part/.annotate-root', 'part/.mcp.json']);
    expect(findProjectRoot({ cwd: part, env: {} })).toBe(part);
    expect(here.read('part/.mcp.json')).not.toContain('ANNOTATE_PROJECT_ROOT');
  });

  it('writes the root of a folder of apps down that are installed one by one, without git', async () => {
    const here = createProject();
    rmSync(join(here.project, '.git'), { recursive: true });
    for (const file of ['package.json', 'package-lock.json', 'index.html', 'vite.config.js'])
      here.write(`shop/${file}`, file.endsWith('.json') ? '{ "devDependencies": { "vite": "8" } }' : '');
    await here.run(['init', '--yes', '--no-install', '--agents', 'claude-code']);
    expect(findProjectRoot({ cwd: join(here.project, 'shop'), env: {} })).toBe(here.project);
  });

  it('adds the work loop only when asked, and once', async () => {
    const here = createProject();
    here.write('AGENTS.md', '# Rules\n');
    await here.run(['init', '--yes', '--agents', 'cursor']);
    expect(here.read('AGENTS.md')).toBe('# Rules\n');
    await here.run(['init', '--yes', '--agents', 'cursor', '--guide']);
    const text = here.read('AGENTS.md');
    expect(text).toContain('watch_annotations');
    expect((await here.run(['init', '--yes', '--agents', 'cursor', '--guide'])).stdout).toContain(
      'Nothing to change.',
    );
    expect(here.read('AGENTS.md')).toBe(text);
  });

  it.each([
    { name: 'a new CLAUDE.md for Claude Code alone', files: {}, agents: 'claude-code', into: ['CLAUDE.md'] },
    { name: 'a new AGENTS.md for others', files: {}, agents: 'claude-code,cursor', into: ['AGENTS.md'] },
    { name: 'the file that exists', files: { 'CLAUDE.md': 'x' }, agents: 'cursor', into: ['CLAUDE.md'] },
    {
      name: 'both files',
      files: { 'CLAUDE.md': 'x', 'AGENTS.md': 'y' },
      agents: 'cursor',
      into: ['AGENTS.md', 'CLAUDE.md'],
    },
    {
      name: 'AGENTS.md when CLAUDE.md takes it in',
      files: { 'CLAUDE.md': '@AGENTS.md\n', 'AGENTS.md': 'y' },
      agents: 'claude-code',
      into: ['AGENTS.md'],
    },
  ])('puts the work loop into $name', async ({ files, agents, into }) => {
    const here = createProject();
    for (const [file, text] of Object.entries(files)) here.write(file, text);
    await here.run(['init', '--yes', '--guide', '--agents', agents]);
    const found = Object.entries(here.files()).filter(([, text]) => text.includes('watch_annotations'));
    expect(found.map(([file]) => file).sort()).toEqual(into);
  });

  const skill = '.agents/skills/work-on-annotations/SKILL.md';

  it.each([
    { agent: 'codex', file: skill, files: [skill] },
    {
      agent: 'gemini-cli',
      file: '.gemini/commands/annotations.toml',
      files: [skill, '.gemini/commands/annotations.toml'],
    },
    {
      agent: 'opencode',
      file: '.opencode/commands/annotations.md',
      files: [skill, '.opencode/commands/annotations.md'],
    },
  ])('is a skill or command for $agent too, which undo removes', async ({ agent, file, files }) => {
    const here = createProject();
    await here.run(['init', '--yes', '--guide', '--agents', `${agent},cursor`]);
    const found = Object.entries(here.files()).filter(([, text]) => text.includes('watch_annotations'));
    expect(found.map(([name]) => name).sort()).toEqual([...files, 'AGENTS.md']);
    const again = await here.run(['init', '--yes', '--guide', '--agents', `${agent},cursor`]);
    expect(again.stdout).toContain('Nothing to change.');
    await here.run(['init', '--undo', '--yes']);
    expect(here.files()).toEqual({});
    here.write(file, 'of the person');
    await here.run(['init', '--yes', '--guide', '--agents', agent]);
    await here.run(['init', '--undo', '--yes']);
    expect(here.files()).toEqual({ [file]: 'of the person' });
  });

  it('keeps links and modes of the files it changes', async () => {
    const here = createProject();
    chmodSync(here.write('shared.json', '{}'), 0o600);
    symlinkSync('shared.json', join(here.project, '.mcp.json'));
    await here.run(['init', '--yes', '--agents', 'claude-code']);
    expect(here.read('shared.json')).toContain('annotate');
    expect(statSync(join(here.project, 'shared.json')).mode & 0o777).toBe(0o600);
  });

  it('leaves a broken file alone, says so, and still does the rest', async () => {
    const here = createProject();
    here.write('.mcp.json', '{ "mcpServers": { ');
    here.write('.codex/config.toml', 'model = ');
    const { code, stdout } = await here.run(['init', '--yes', '--agents', 'claude-code,codex,cursor']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/cannot {2}.*\.mcp\.json is not valid JSON \(line 1/);
    expect(stdout).toMatch(/cannot {2}.*config\.toml cannot be read/);
    expect(here.read('.mcp.json')).toBe('{ "mcpServers": { ');
    expect(here.read('.codex/config.toml')).toBe('model = ');
    expect(here.read('.cursor/mcp.json')).toContain('annotate-mcp');
    expect(stdout).toContain('Restart Cursor in this project');
    expect(stdout).not.toContain('Done');
    expect(stdout).toContain(
      'Not finished. Next:\n  1. Do what is marked "cannot" above, then run init again.',
    );
  });

  it('says in words why a file cannot be written', async () => {
    const here = createProject();
    here.write('.cursor', 'a file');
    const { code, stderr } = await here.run(['init', '--yes', '--agents', 'cursor']);
    expect(code).toBe(1);
    expect(stderr).toContain('mcp.json could not be written: a folder in its path is a file.\n');
  });

  it('does not name an agent that it could not connect', async () => {
    const here = createProject();
    here.write('.mcp.json', '{');
    const args = ['init', '--yes', '--guide', '--agents', 'claude-code'];
    const { code, stdout } = await here.run(args);
    expect(code).toBe(1);
    expect(stdout).not.toMatch(/Done|Restart/);
    expect(stdout).toContain('No agent was connected');
    const again = await here.run(args);
    expect(again.stdout).not.toContain('Nothing to change.');
    expect(again.stdout).toContain('No agent was connected');
    expect(JSON.parse((await here.run([...args, '--json'])).stdout)).toMatchObject({
      agents: ['claude-code'],
      connected: [],
    });
  });

  it.each(['null', '[]', '"x"', '3'])('does not add to servers that are %s', async (servers) => {
    const here = createProject();
    const text = `{ "mcpServers": ${servers} }`;
    here.write('.mcp.json', text);
    const { code, stdout } = await here.run(['init', '--yes', '--agents', 'claude-code']);
    expect(code).toBe(1);
    expect(stdout).toContain('in a form that init cannot extend');
    expect(here.read('.mcp.json')).toBe(text);
  });

  it.each(['', '{}', '\uFEFF{ "mcpServers": {} }', '// empty\n{}'])('adds to %j', async (text) => {
    const here = createProject();
    here.write('.mcp.json', text);
    expect((await here.run(['init', '--yes', '--agents', 'claude-code'])).code).toBe(0);
    expect(Object.keys(await serversOf('claude-code', here.project))).toEqual(['annotate']);
    expect(here.read('.mcp.json').startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'));
  });

  it('does not add to TOML that is written in a way it would break', async () => {
    const here = createProject();
    const text = 'mcp_servers = { other = { command = "x" } }\n';
    here.write('.codex/config.toml', text);
    const { code, stdout } = await here.run(['init', '--yes', '--agents', 'codex']);
    expect(code).toBe(1);
    expect(stdout).toContain('left untouched');
    expect(here.read('.codex/config.toml')).toBe(text);
  });

  it.each([
    { args: [], message: '--yes' },
    { args: ['--json'], message: '--yes' },
    { args: ['--yes', '--agents', 'nobody'], message: 'does not know the agent' },
    { args: ['--yes', '--agents', 'windsurf'], message: 'ANNOTATE_PROJECT_ROOT' },
    { args: ['--yess'], message: 'Did you mean --yes?' },
  ])('refuses $args where no question can be asked, with exit code 2', async ({ args, message }) => {
    const here = createProject();
    const { code, stdout, stderr } = await here.run(['init', ...args]);
    expect(code).toBe(2);
    expect(stdout + stderr).toContain(message);
    expect(here.files()).toEqual({});
  });

  it('refuses a package.json that it cannot read', async () => {
    const here = createProject();
    here.write('package.json', '{');
    const { code, stderr } = await here.run(['init', '--yes', '--agents', 'cursor']);
    expect(code).toBe(1);
    expect(stderr).toContain('package.json is not valid');
  });
});
