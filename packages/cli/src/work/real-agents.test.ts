/** Agents as they are published, without an account. Only with `npm run test:full`: they come from the registry. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { openStore } from '@annotate-mcp/store';
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
      await expect(start(agent, client)).rejects.toMatchObject({
        code: 'work/not-signed-in',
        message: expect.stringMatching(says) as unknown,
      });
    },
  );

  it('opencode opens a session, because it has models that need no account', { timeout }, async () => {
    const running = await start('opencode', {
      package: 'opencode-ai',
      version: '1.18.18',
      bin: 'opencode',
    });
    await running.close();
  });
});

async function start(agent: string, client: RealClient): Promise<RunningWork> {
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
  const store = await openStore('memory:');
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await store.close();
    rmSync(top, { recursive: true, force: true, maxRetries: 10 });
  });
  const programs = { find: (name: string) => (name === client.bin ? found.program : null) };
  return startWork({
    store,
    root,
    command: commandOf({ agent }, { presets: presetsFor({}), programs }),
    version: '0.0.0',
    server: { command: process.execPath, args: ['-e', ''] },
    serverEnv: {},
    ask: async () => null,
    agents: 1,
    worktrees: false,
    log: () => undefined,
    onError: () => undefined,
  });
}
