/** What a view without a store of its own knows of the agents of its project. */
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { openStore } from '@annotate-mcp/store';

import { createProjectAgents } from './project-agents.ts';

function temporaryProject(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'annotate agents ')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 10 }));
  return root;
}

const fail = (error: unknown) => {
  throw error;
};

it('says why no agent can be started where the store is in the memory of the process', async () => {
  const agents = createProjectAgents(temporaryProject(), 'memory:', fail);
  onTestFinished(() => agents.close());
  await expect(agents.start()).rejects.toThrow('in the memory of this process');
  expect(agents.isStarted()).toBe(false);
});

it('tells every listener of a store that is there, and creates none', async () => {
  const root = temporaryProject();
  const before = createProjectAgents(root, undefined, fail);
  before.subscribe(() => undefined);
  await before.close();
  expect(existsSync(join(root, '.annotate'))).toBe(false);

  const store = await openStore('sqlite:', { root });
  onTestFinished(() => store.close());
  const presence = { agentId: 'one', agentName: 'Claude', waiting: true, since: new Date().toISOString() };
  await store.agents.announce(presence);
  const agents = createProjectAgents(root, undefined, fail);
  onTestFinished(() => agents.close());
  const heard = [0, 0];
  for (const index of heard.keys())
    agents.subscribe((now) => {
      heard[index] = now.agents.length;
    });
  await expect.poll(() => heard, { timeout: 15_000, interval: 20 }).toEqual([1, 1]);
});
