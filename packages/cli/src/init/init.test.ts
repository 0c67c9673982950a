import { chmodSync, cpSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { findProjectRoot } from '@annotate-mcp/store';

import { setUpCli } from '../testing/test-project.ts';

import { serversOf } from './testing/servers-of.ts';

const { createProject } = setUpCli();

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
      /Done\. Next:\n {2}1\. Start your app with npx annotate-mcp dev -- <your command> and .*\n {2}2\. Restart Claude Code, Cursor in .* Then say to\n +Claude Code: \/mcp__annotate__start-polling\n +Cursor: "Work on my annotations/,
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
    here.write('apps/my shop/package.json', '{ "scripts": { "start": "node server.js" } }');
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
