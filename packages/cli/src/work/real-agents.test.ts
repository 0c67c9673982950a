/** Agents as they are published, without an account. Only with `npm run test:full`: they come from the registry. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import type { Asked, ConsentPage } from '@annotate-mcp/consent';
import { sampleAnnotation } from '@annotate-mcp/core/testing';
import { openStore, type Store } from '@annotate-mcp/store';
import { commandOf, presetsFor, type RunningWork, startWork } from '@annotate-mcp/work';

import { fetchClient, type RealClient } from '../testing/real-client.ts';

const timeout = 300_000;

describe('a published agent, without an account', { tags: 'full' }, () => {
  it.each<{ agent: string; client: RealClient; says: RegExp }>([
    {
      agent: 'claude',
      client: {
        package: '@agentclientprotocol/claude-agent-acp',
        version: '0.99.1',
        bin: 'claude-agent-acp',
      },
      says: /^Claude is not signed in/,
    },
    {
      agent: 'codex',
      client: { package: '@zed-industries/codex-acp', version: '0.16.0', bin: 'codex-acp' },
      says: /^Codex is not signed in/,
    },
    {
      agent: 'gemini',
      client: { package: '@google/gemini-cli', version: '0.61.0', bin: 'gemini' },
      says: /^Gemini is not signed in/,
    },
  ])(
    '$agent answers the handshake, and the person is told to sign in',
    { timeout },
    async ({ agent, client, says }) => {
      await expect(readProblem(agent, client)).resolves.toMatch(says);
    },
  );

  it(
    'opencode opens a session, because it has models that need no account, and is set to plan',
    { timeout },
    async () => {
      const client = { package: 'opencode-ai', version: '1.18.18', bin: 'opencode' };
      const asked: Asked[] = [];
      const running = await start('opencode', client, await openMemoryStore(), async (question) => {
        asked.push(question);
        return asked.length === 1 ? { optionId: 'use', values: new Map([['mode', 'plan']]) } : null;
      });
      await expect.poll(() => asked.at(-1)?.title, { timeout: 30_000 }).toMatch(/ · plan$/);
      expect(asked[0]).toMatchObject({
        kind: 'settings',
        title: expect.stringMatching(/ · build$/) as unknown,
      });
      expect(asked[0]?.fields?.map(({ label }) => label)).toEqual(
        expect.arrayContaining(['Model', 'Session Mode']),
      );
      await running.close();
    },
  );
});

/** What the person is told: instead of a start, or in the thread of the first annotation, as the agent has it. */
async function readProblem(agent: string, client: RealClient): Promise<string | undefined> {
  const store = await openMemoryStore();
  const running = await start(agent, client, store).catch((error: unknown) => error);
  if (running instanceof Error) return running.message;
  await store.add(sampleAnnotation());
  return vi.waitFor(async () => {
    const [work] = await store.works.list();
    expect(work?.problem).toBeDefined();
    return work?.problem;
  }, timeout);
}

async function openMemoryStore(): Promise<Store> {
  const store = await openStore('memory:');
  onTestFinished(async () => store.close());
  return store;
}

async function start(
  agent: string,
  client: RealClient,
  store: Store,
  ask: ConsentPage['ask'] = async () => null,
): Promise<RunningWork> {
  const found = await fetchClient(client);
  if ('missing' in found) throw new Error(found.missing);
  const top = mkdtempSync(join(tmpdir(), 'annotate-agents-'));
  const [root, home] = [join(top, 'project'), join(top, 'home')];
  for (const folder of [root, home]) mkdirSync(folder);
  for (const [name, value] of Object.entries({
    HOME: home,
    ANTHROPIC_API_KEY: '',
    OPENAI_API_KEY: '',
    GEMINI_API_KEY: '',
  }))
    vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(top, { recursive: true, force: true, maxRetries: 10 });
  });
  const programs = { find: (name: string) => (name === client.bin ? found.program : null) };
  const running = await startWork({
    store,
    root,
    command: commandOf({ agent }, { presets: presetsFor({}), programs }),
    version: '0.0.0',
    server: { command: process.execPath, args: ['-e', ''] },
    serverEnv: {},
    settingsFolder: join(top, 'settings'),
    ask,
    agents: 1,
    worktrees: false,
    log: () => undefined,
    onError: () => undefined,
  });
  onTestFinished(async () => running.close());
  return running;
}
