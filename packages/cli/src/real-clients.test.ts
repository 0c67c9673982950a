/**
 * What init writes, read by the agents it is written for. Only with `npm run test:clients` and `npm run test:full`:
 * they come from the registry.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';

import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';
import { z } from 'zod';

import { claudeCode, fetchClient, type RealClient } from './testing/real-client.ts';
import { exitCodeOf, type TestProject, setUpCli } from './testing/test-project.ts';

const { createProject } = setUpCli();
const timeout = 300_000;

describe('what init writes', { tags: 'full' }, () => {
  it('is what Claude Code starts', { timeout }, async (context) => {
    const here = await initialised('claude-code');
    // Without an account it says what it has connected to, and then that it has no account.
    const words = '-p hi --output-format stream-json --verbose --mcp-config .mcp.json --strict-mcp-config';
    const { stdout } = await output(await start(claudeCode, words.split(' '), here, context));
    const init = linesOf(stdout).find(({ type, subtype }) => type === 'system' && subtype === 'init');
    expect(init).toMatchObject({
      mcp_servers: [expect.objectContaining({ name: 'annotate', status: 'connected' })],
      tools: expect.arrayContaining(['mcp__annotate__watch_annotations']) as unknown,
      slash_commands: expect.arrayContaining(['mcp__annotate__start-polling']) as unknown,
    });
  });

  it('is what Gemini CLI starts', { timeout }, async (context) => {
    const here = await initialised('gemini-cli');
    const gemini = { package: '@google/gemini-cli', version: '0.61.0', bin: 'gemini' };
    const { stdout, stderr } = await output(await start(gemini, ['mcp', 'list'], here, context));
    expect(stdout + stderr).toMatch(/✓ annotate: .* - Connected/);
  });

  it('is what Codex starts', { timeout }, async (context) => {
    const here = await initialised('codex');
    const trust = `[projects.${JSON.stringify(here.project)}]\ntrust_level = "trusted"\n`;
    here.write('../my home/.codex/config.toml', trust);
    const codex = { package: '@openai/codex', version: '0.166.0', bin: 'codex' };
    const child = await start(codex, ['app-server'], here, context);
    const { ask, tell } = talkTo(child);
    await ask('initialize', { clientInfo: { name: 'test', title: 'test', version: '1' } });
    tell('initialized');
    // The project's own configuration counts for what goes on in the project.
    const { thread } = (await ask('thread/start', { cwd: here.project })) as { thread: { id: string } };
    expect(await ask('mcpServerStatus/list', { threadId: thread.id })).toMatchObject({
      data: [
        {
          name: 'annotate',
          tools: { watch_annotations: {} },
          resources: [{ name: 'all' }, { name: 'open' }],
        },
      ],
    });
    const call = { threadId: thread.id, server: 'annotate', tool: 'list_annotations', arguments: {} };
    expect(await ask('mcpServer/tool/call', call)).toMatchObject(emptyList);
    // It writes into its home folder, which is removed, for as long as it runs.
    child.kill('SIGKILL');
    await exitCodeOf(child);
  });

  it('is what mcporter starts', { timeout }, async (context) => {
    const here = await initialised('cursor');
    const mcporter = { package: 'mcporter', version: '0.12.3', bin: 'mcporter' };
    const words = ['--config', '.cursor/mcp.json', 'list', 'annotate', '--json'];
    const { stdout } = await output(await start(mcporter, words, here, context));
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'ok',
      tools: expect.arrayContaining([expect.objectContaining({ name: 'watch_annotations' })]) as unknown,
    });
    const call = ['--config', '.cursor/mcp.json', 'call', 'annotate.list_annotations', '--output', 'raw'];
    const called = await output(await start(mcporter, call, here, context));
    expect(called.stdout).toContain('structuredContent');
  });

  it('is what opencode starts', { timeout }, async (context) => {
    const here = await initialised('opencode');
    const opencode = { package: 'opencode-ai', version: '1.18.33', bin: 'opencode' };
    const { stdout, stderr } = await output(await start(opencode, ['mcp', 'list'], here, context));
    expect(stripVTControlCharacters(stdout + stderr)).toMatch(/✓ annotate connected/);
  });

  it.for<{ name: string; agent: string; read: (here: TestProject) => StdioServer }>([
    {
      name: 'Claude Code',
      agent: 'claude-code',
      read: (here) => serversFormat.parse(readJson(here, '.mcp.json')).mcpServers.annotate,
    },
    {
      name: 'Cursor',
      agent: 'cursor',
      read: (here) => serversFormat.parse(readJson(here, '.cursor/mcp.json')).mcpServers.annotate,
    },
    {
      name: 'VS Code',
      agent: 'vscode',
      read: (here) => vscodeFormat.parse(readJson(here, '.vscode/mcp.json')).servers.annotate,
    },
  ])(
    'for $name has its schema, and the Inspector lists and calls what it names',
    { timeout },
    async (tested, context) => {
      const here = await initialised(tested.agent);
      const { command, args = [] } = tested.read(here);
      const inspector = {
        package: '@modelcontextprotocol/inspector',
        version: '2.12.0',
        bin: 'mcp-inspector',
      };
      const ask = async (...words: string[]) => {
        const child = await start(inspector, ['--cli', command, ...args, ...words], here, context);
        const { stdout, stderr } = await output(child);
        expect({ code: child.exitCode, stderr }).toMatchObject({ code: 0 });
        return JSON.parse(stdout) as unknown;
      };
      expect(await ask('--method', 'tools/list')).toMatchObject({
        tools: expect.arrayContaining([expect.objectContaining({ name: 'watch_annotations' })]) as unknown,
      });
      expect(await ask('--method', 'tools/call', '--tool-name', 'list_annotations')).toMatchObject(emptyList);
    },
  );
});

const emptyList = { structuredContent: { annotations: [] } };

/** What a client reads of a server that it starts; a field that it does not know is an error. */
const stdioFields = {
  type: z.literal('stdio').optional(),
  command: z.string().min(1),
  args: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  envFile: z.string().optional(),
};
type StdioServer = z.output<typeof serversFormat>['mcpServers']['annotate'];

/** Of Claude Code's `.mcp.json` and Cursor's `.cursor/mcp.json`, as their documentation has it. */
const serversFormat = z.strictObject({
  mcpServers: z.strictObject({ annotate: z.strictObject(stdioFields) }),
});

/** Of `.vscode/mcp.json`, as the editor itself checks it. */
const vscodeFormat = z.strictObject({
  servers: z.strictObject({ annotate: z.strictObject({ ...stdioFields, cwd: z.string().optional() }) }),
  inputs: z.array(z.unknown()).optional(),
});

function readJson({ project }: TestProject, path: string): unknown {
  return JSON.parse(readFileSync(join(project, path), 'utf8'));
}

/** With the program outside any `node_modules`, so that its path is written and nothing is fetched to start it. */
async function initialised(agent: string): Promise<TestProject> {
  const here = createProject();
  const bin = join(here.home, 'dist', 'bin.mjs');
  cpSync(dirname(here.bin), dirname(bin), { recursive: true });
  const { code, stdout } = await here.runProgram(['init', '--yes', '--agents', agent], { bin });
  expect({ code, stdout }).toMatchObject({ code: 0 });
  return here;
}

/** In a home of its own, and with nothing of the environment that could name an account. */
async function start(
  client: RealClient,
  args: readonly string[],
  { project, home }: TestProject,
  context: TestContext,
): Promise<ChildProcessWithoutNullStreams> {
  const found = await fetchClient(client);
  if ('missing' in found) context.skip(found.missing);
  const child = spawn(found.program, args, {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function output(child: ChildProcessWithoutNullStreams): Promise<{ stdout: string; stderr: string }> {
  const heard = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (heard.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (heard.stderr += String(chunk)));
  child.stdin.end();
  await exitCodeOf(child);
  return heard;
}

function linesOf(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Codex has a protocol of its own, one message a line. */
function talkTo({ stdin, stdout }: ChildProcessWithoutNullStreams) {
  const answers = new Map<unknown, (result: unknown) => void>();
  createInterface({ input: stdout }).on('line', (line) => {
    const { id, result } = JSON.parse(line) as { id?: unknown; result?: unknown };
    answers.get(id)?.(result);
  });
  const send = (message: object) => stdin.write(`${JSON.stringify(message)}\n`);
  return {
    tell: (method: string) => send({ method }),
    ask: async (method: string, params: object) =>
      new Promise<unknown>((resolve) => {
        answers.set(method, resolve);
        send({ id: method, method, params });
      }),
  };
}
