/** What Claude Code itself says of the plugin. Only with `npm run test:full`: it comes from the registry. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { claudeCode, fetchClient } from 'annotate-mcp/real-client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, type TestContext } from 'vitest';

import { buildPlugin } from './build-plugin.ts';
import { startScriptedModel } from './testing/scripted-model.ts';

const timeout = 300_000;
const repository = join(import.meta.dirname, '../../..');
// Created only if the tests are not skipped.
const top = join(realpathSync(tmpdir()), `annotate claude ${randomUUID()}`);
const [plugin, clone, project, home] = ['a plugin', 'a clone', 'project', 'home'].map((name) =>
  join(top, name),
) as [string, string, string, string];

beforeAll(async () => {
  mkdirSync(join(project, '.git'), { recursive: true });
  const built = (await buildPlugin(join(top, 'built'))).plugin;
  cpSync(built, plugin, { recursive: true });
  // What git has of the plugin, and what `npm run build:plugin` adds to it.
  for (const path of ['.claude-plugin', 'apps/plugin/claude'])
    cpSync(join(repository, path), join(clone, path), { recursive: true });
  cpSync(built, join(clone, 'apps/plugin/dist/claude'), { recursive: true });
}, timeout);
// What has just been ended may still be writing.
afterAll(() => rmSync(top, { recursive: true, force: true, maxRetries: 10 }));

describe('Claude Code', { tags: 'full' }, () => {
  it('finds nothing to complain of', { timeout }, async (context) => {
    for (const path of ['.', '.claude-plugin/plugin.json', '.claude-plugin/marketplace.json']) {
      const answer = await claude(context, 'plugin', 'validate', join(plugin, path), '--strict');
      expect({ path, ...answer }).toMatchObject({ path, code: 0 });
      expect(answer.stdout).not.toMatch(/warning/i);
    }
    for (const folder of [clone, join(clone, 'apps/plugin/claude')]) {
      const answer = await claude(context, 'plugin', 'validate', folder, '--strict');
      expect({ folder, ...answer }).toMatchObject({ folder, code: 0 });
      expect(answer.stdout).not.toMatch(/warning/i);
    }
  });

  it.for([
    { name: 'a release', folder: plugin },
    { name: 'a clone', folder: clone },
  ])(
    'installs the plugin from $name and connects to the server',
    { timeout },
    async ({ folder }, context) => {
      await install(context, folder);
      // Without an account it says what there is, and then that it has no account.
      const { stdout } = await claude(context, '-p', 'hi', '--output-format', 'stream-json', '--verbose');
      expect(messagesIn(stdout).find(({ subtype }) => subtype === 'init')).toMatchObject({
        mcp_servers: [{ name: 'plugin:annotate-mcp:annotate', status: 'connected' }],
        tools: containing('mcp__plugin_annotate-mcp_annotate__', 'open_markdown', 'interact'),
        slash_commands: containing(
          'annotate-mcp:',
          ...['work', 'keep-going', 'open', 'comment', 'review', 'review-markdown', 'work-on-annotations'],
        ),
      });
    },
  );

  it('is told what waits, and is sent on once for what is open', { timeout }, async (context) => {
    const model = await startScriptedModel();
    onTestFinished(() => model.close());
    await install(context, plugin);
    await annotate();
    const account = { ANTHROPIC_BASE_URL: model.address, ANTHROPIC_API_KEY: 'none' };
    const { stdout } = await claudeWith(
      account,
      context,
      ...['-p', 'hi', '--output-format', 'stream-json', '--verbose', '--include-hook-events'],
    );
    expect(messagesIn(stdout).filter(({ subtype }) => subtype === 'hook_response')).toMatchObject([
      { hook_event: 'SessionStart', outcome: 'success' },
      { hook_event: 'Stop', outcome: 'success' },
      { hook_event: 'Stop', outcome: 'success', stdout: '' },
    ]);
    // Claude Code asks for other things too, such as a title.
    const asked = (words: string) => model.requests.filter((body) => body.includes(words)).length;
    expect(asked('annotate-mcp: 1 annotation waits')).toBeGreaterThan(0);
    expect(asked('1 annotation is open that you were not told of before')).toBe(1);
  });
});

describe('Claude Code in a terminal', { tags: 'full' }, () => {
  it(
    'is woken while it is idle, by a line of the monitor with no word of the comment',
    { timeout },
    async (context) => {
      if (!existsSync('/usr/bin/script')) return context.skip('There is no script(1) to make a terminal.');
      const model = await startScriptedModel();
      onTestFinished(() => model.close());
      await install(context, plugin);
      await annotate();
      const terminal = await openTerminal(context, model.address);
      // The monitor begins with the session, before the person has typed anything.
      await expect.poll(monitors, { timeout: 60_000 }).toMatchObject([{ toldBy: 'watch', waiting: true }]);
      const id = await annotate('Make it green');
      await expect
        .poll(() => model.requests.filter((body) => body.includes(`Annotation ${id} waits for you`)).length, {
          timeout: 60_000,
        })
        .toBeGreaterThan(0);
      const [event] = model.requests.flatMap((body) => /<event>(.*?)<.event>/.exec(body)?.slice(1) ?? []);
      expect(event).not.toContain('green');
      terminal.kill('SIGKILL');
      await expect.poll(monitors, { timeout: 30_000 }).toEqual([]);
    },
  );
});

/** What the monitor says of itself to pages. */
function monitors(): unknown[] {
  const database = new DatabaseSync(join(project, '.annotate/live-1.db'));
  const rows = database.prepare('SELECT body FROM agents').all();
  database.close();
  return rows.map(({ body }) => JSON.parse(String(body)) as object).filter((agent) => 'toldBy' in agent);
}

/** As a person who has used it before and trusts the project, with an account at the scripted model. */
async function openTerminal(context: TestContext, address: string): Promise<ChildProcess> {
  const found = await fetchClient(claudeCode);
  if ('missing' in found) return context.skip(found.missing);
  const file = join(home, '.claude.json');
  const settings = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {};
  const projects = { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } };
  const seen = { hasCompletedOnboarding: true, theme: 'dark', lastOnboardingVersion: claudeCode.version };
  writeFileSync(file, JSON.stringify({ ...settings, ...seen, projects }));
  const child = spawn('/usr/bin/script', ['-qfc', found.program, '/dev/null'], {
    cwd: project,
    env: {
      ...{
        PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
        HOME: home,
        TERM: 'xterm-256color',
      },
      ...{ ANTHROPIC_BASE_URL: address, ANTHROPIC_AUTH_TOKEN: 'none' },
    },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  // What it shows first to a person waits for a key.
  const keys = setInterval(() => child.stdin.write('\r'), 3_000);
  child.once('exit', () => clearInterval(keys));
  child.stdin.on('error', () => clearInterval(keys));
  return child;
}

async function install(context: TestContext, marketplace: string): Promise<void> {
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home);
  expect([
    await claude(context, 'plugin', 'marketplace', 'add', marketplace),
    await claude(context, 'plugin', 'install', 'annotate-mcp@annotate-mcp'),
  ]).toMatchObject([{ code: 0 }, { code: 0 }]);
}

/** As the person of this home: what is imported is theirs when they adopt it. */
async function annotate(annotationText = 'Make it blue'): Promise<string> {
  const at = new Date().toISOString();
  const annotation = {
    id: crypto.randomUUID(),
    kind: 'page',
    status: 'pending',
    appId: '.',
    authorId: 'me',
    pageUrl: 'http://localhost:5173/',
    pageTitle: 'Shop',
    annotationText,
    replies: [],
    createdAt: at,
    updatedAt: at,
  };
  const file = join(top, 'export.json');
  writeFileSync(file, JSON.stringify({ version: 1, annotations: { [annotation.id]: annotation } }));
  const bin = join(plugin, 'server/bin.mjs');
  for (const args of [
    ['import', file],
    ['trust', '--only', 'all', '--yes'],
  ])
    expect(await run(process.execPath, [bin, ...args])).toMatchObject({ code: 0 });
  return annotation.id;
}

function containing(prefix: string, ...names: string[]): unknown {
  return expect.arrayContaining(names.map((name) => `${prefix}${name}`));
}

function messagesIn(stdout: string): { subtype?: string }[] {
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as { subtype?: string });
}

interface Outcome {
  code: number;
  stdout: string;
}

async function claude(context: TestContext, ...args: string[]): Promise<Outcome> {
  return claudeWith({}, context, ...args);
}

async function claudeWith(
  env: Record<string, string>,
  context: TestContext,
  ...args: string[]
): Promise<Outcome> {
  const found = await fetchClient(claudeCode);
  if ('missing' in found) return context.skip(found.missing);
  return run(found.program, args, env);
}

/** In a home of its own, and with nothing of the environment that could name an account. */
function run(program: string, args: readonly string[], more: Record<string, string> = {}): Promise<Outcome> {
  // The Node that runs this test is the one that a person of the plugin has.
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  const env = { PATH: path, HOME: home, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', ...more };
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd: project, env }, (error, stdout) =>
      resolve({ code: error === null ? 0 : 1, stdout }),
    );
    child.stdin?.end();
  });
}
