/** What init writes, read by the agents it is written for. Only with `npm run test:full`: they come from the registry. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

import { describe, expect, it, onTestFinished, type TestContext } from 'vitest';

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
  });
});

/** With the program outside of any `node_modules`, so that its path is written and nothing is fetched to start it. */
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
