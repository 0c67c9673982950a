import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { listInstalledServers } from 'add-mcp';
import { expect, it } from 'vitest';

import { browserToolsOf } from '../agents/server.ts';
import { setUpCli } from '../testing/test-project.ts';

const { createProject } = setUpCli();

const agents = ['claude-code', 'cursor', 'vscode', 'codex', 'gemini-cli', 'opencode'] as const;
const init = ['init', '--yes', '--no-install'];

async function entriesIn(project: string) {
  const found = await listInstalledServers({ agents: [...agents], cwd: project });
  return found.flatMap(({ agentType, servers }) =>
    servers
      .filter(({ serverName }) => serverName === 'annotate')
      .map(({ config }) => ({ agent: agentType, tools: browserToolsOf(config) })),
  );
}

it('gives each agent the browser tools, keeps them, and takes them back', async () => {
  const here = createProject();
  const before = here.files();
  const desktop = join(here.home, '.config', 'Claude', 'claude_desktop_config.json');
  mkdirSync(join(here.home, '.config', 'Claude'), { recursive: true });
  writeFileSync(desktop, '{ "theme": "dark" }\n');
  const args = [...init, '--browser', '--agents', `${agents.join(',')},claude-desktop`];

  const { stdout: planned } = await here.runProgram([...args, '--dry-run']);
  expect(planned).toContain(desktop);
  expect(readFileSync(desktop, 'utf8')).toBe('{ "theme": "dark" }\n');

  const { stdout } = await here.runProgram(args);
  expect(stdout).toContain('npx annotate-mcp extension');
  expect(stdout).toContain('Restart Claude Desktop.');
  expect(await entriesIn(here.project)).toEqual(agents.map((agent) => ({ agent, tools: 'named' })));
  expect(JSON.parse(readFileSync(desktop, 'utf8'))).toMatchObject({
    theme: 'dark',
    mcpServers: {
      'annotate-browser': { command: 'npx', args: ['-y', 'annotate-mcp', '--toolsets', 'browser'] },
    },
  });

  // Run again without the option, as a team member would.
  await here.runProgram([...init, '--agents', agents.join(',')]);
  expect(await entriesIn(here.project)).toEqual(agents.map((agent) => ({ agent, tools: 'named' })));

  expect((await here.runProgram(['init', '--undo', '--yes'])).code).toBe(0);
  expect(here.files()).toEqual(before);
  expect(JSON.parse(readFileSync(desktop, 'utf8'))).toEqual({ theme: 'dark', mcpServers: {} });
});

it('writes nothing for Claude Desktop without --browser, nor where it is not installed', async () => {
  const here = createProject();
  const { code, stderr } = await here.run([...init, '--agents', 'claude-desktop']);
  expect(code).toBe(2);
  expect(stderr).toContain('pass --browser too');
  await here.run([...init, '--browser', '--agents', 'claude-code']);
  expect(existsSync(join(here.home, '.config', 'Claude'))).toBe(false);
});

it.each([
  { args: ['-y', 'annotate-mcp'], says: 'default' },
  { args: ['--toolsets', 'auto'], says: 'default' },
  { args: ['--toolsets', 'annotations, browser'], says: 'named' },
  { args: ['--toolsets=browser'], says: 'named' },
  { args: ['--toolsets', 'markdown'], says: 'left-out' },
  { args: ['--toolsets'], says: 'left-out' },
])('reads from $args whether an agent has the browser tools: $says', ({ args, says }) => {
  expect(browserToolsOf({ command: 'npx', args })).toBe(says);
  expect(browserToolsOf({ command: ['npx', ...args] })).toBe(says);
});
