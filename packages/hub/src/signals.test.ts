import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { expect, it, onTestFinished } from 'vitest';

import { temporaryFolder } from './testing/hub-server.ts';
import { TestTab } from './testing/tab.ts';

async function start(mode = ''): Promise<{ child: ChildProcess; tab: TestTab }> {
  const script = fileURLToPath(new URL('./testing/signalled-process.ts', import.meta.url));
  const child = spawn(
    process.execPath,
    ['--conditions=@annotate-mcp/source', script, temporaryFolder(), mode],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const [port] = (await once(createInterface(child.stdout), 'line')) as [string];
  const tab = await TestTab.open(`http://127.0.0.1:${port}/__annotate`);
  await tab.resume();
  return { child, tab };
}

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s closes every socket with 1001 and then ends the process',
  async (signal) => {
    const { child, tab } = await start();
    const exited = once(child, 'exit');
    child.kill(signal);
    expect(await tab.closed).toBe(1001);
    expect(await exited).toEqual([null, signal]);
  },
);

it('a program with a signal listener of its own decides when to end', async () => {
  const { child, tab } = await start('own-handler');
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await tab.closed).toBe(1001);
  expect(await exited).toEqual([7, null]);
});
