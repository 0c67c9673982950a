import { beforeEach, expect, it, vi } from 'vitest';

import type { BrowserReply } from '@annotate-mcp/browser-protocol';

import { ActivityLog } from './activity-log.ts';
import { observeCommand } from './observe-commands.ts';
import { StopSwitch } from './stop-switch.ts';

let stored: Record<string, unknown> = {};
const area = {
  get: async () => stored,
  set: async (values: object) => void Object.assign(stored, values),
  remove: async (key: string) => void Reflect.deleteProperty(stored, key),
};
beforeEach(() => {
  stored = {};
  vi.stubGlobal('chrome', { storage: { session: area, local: area } });
});

const id = crypto.randomUUID();
const command = { id, type: 'get_tabs', params: {}, agent: 'claude-code' };
const { signal } = new AbortController();

function start() {
  const log = new ActivityLog(() => undefined);
  const onStop = vi.fn(async () => undefined);
  const stop = new StopSwitch({ onStop, onChange: () => undefined });
  const run = vi.fn(async (_: unknown, stopped: AbortSignal): Promise<BrowserReply> => {
    await new Promise((resolve) => stopped.addEventListener('abort', resolve));
    return { id, success: false, error: { code: 'browser/failed', message: 'Detached.', hint: '' } };
  });
  const tabs = { known: () => undefined, nameAgent: () => undefined, maskedPasswords: [] };
  return { log, stop, run, onStop, observe: () => observeCommand(command, signal, { tabs, log, stop, run }) };
}

it('ends what runs when the person stops all agents, and says so in the reply', async () => {
  const { stop, observe, run, onStop } = start();
  const running = observe();
  await expect.poll(() => run.mock.calls.length).toBe(1);
  await stop.stop();
  expect(await running).toMatchObject({ success: false, error: { code: 'browser/not-allowed' } });
  expect(onStop).toHaveBeenCalledOnce();
});

it('runs nothing while agents are stopped, also after a restart, until the person lets them work again', async () => {
  await start().stop.stop();
  const { stop, observe, run, log } = start();
  expect(await observe()).toMatchObject({
    error: { message: 'The person stopped all agents in this browser.' },
  });
  expect(run).not.toHaveBeenCalled();
  await expect
    .poll(() => log.recent(Date.now()))
    .toMatchObject([{ words: 'Was not allowed to list the tabs', outcome: 'refused', agent: 'claude-code' }]);
  await stop.resume();
  void observe();
  await expect.poll(() => run.mock.calls.length).toBe(1);
});
