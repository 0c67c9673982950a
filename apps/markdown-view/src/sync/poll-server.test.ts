import { afterEach, expect, it, vi } from 'vitest';

import type { ViewCommand } from '@annotate-mcp/markdown';

import { answerOf } from '../host/tool-answer.ts';
import type { Connection } from '../state/state.ts';
import { plan } from '../testing/comments.ts';
import { openedView, playHost } from '../testing/played-host.ts';
import { PlayedServer } from '../testing/played-server.ts';

import { pauseAfter, pollServer, type ServerPolling } from './poll-server.ts';
import { createServer } from './server.ts';

let polling: ServerPolling;

afterEach(() => {
  polling.stop();
  vi.useRealTimers();
});

function start(played: PlayedServer) {
  const seen: ViewCommand[] = [];
  const connections: Connection['state'][] = [];
  let snapshots = 0;
  const control = { fails: 0 };
  polling = pollServer(
    createServer(playHost(played), openedView(played)),
    {
      async apply(snapshot, commands) {
        if (control.fails-- > 0) throw new Error('not now');
        if (snapshot) snapshots++;
        seen.push(...commands);
      },
      onConnection({ state }) {
        if (connections.at(-1) !== state) connections.push(state);
      },
    },
    'instance',
  );
  return { seen, connections, control, snapshots: () => snapshots };
}

it('starts with a snapshot and then gets each command once, in order', async () => {
  const played = new PlayedServer(plan);
  const { seen, snapshots } = start(played);
  await expect.poll(snapshots).toBe(1);
  played.push({ type: 'mode', mode: 'review' });
  played.push({ type: 'mirror', mirror: true });
  await expect.poll(() => seen.map(({ type }) => type)).toEqual(['mode', 'mirror']);
});

it('gets a command again when applying it failed', async () => {
  const played = new PlayedServer(plan);
  const { seen, control, snapshots } = start(played);
  await expect.poll(snapshots).toBe(1);
  control.fails = 1;
  played.push({ type: 'mode', mode: 'review' });
  await expect.poll(() => seen).toEqual([{ type: 'mode', mode: 'review' }]);
});

it('reports that the server cannot be reached, and misses nothing', async () => {
  vi.useFakeTimers();
  const played = new PlayedServer(plan);
  const { seen, connections, snapshots } = start(played);
  await vi.advanceTimersByTimeAsync(10);
  expect(snapshots()).toBe(1);
  played.unreachable = true;
  played.push({ type: 'mode', mode: 'review' });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(connections).toEqual(['online', 'offline']);
  played.unreachable = false;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(connections).toEqual(['online', 'offline', 'online']);
  expect(seen).toEqual([{ type: 'mode', mode: 'review' }]);
});

it('polls immediately when it is woken', async () => {
  vi.useFakeTimers();
  const played = new PlayedServer(plan);
  played.unreachable = true;
  const { connections } = start(played);
  await vi.advanceTimersByTimeAsync(60_000);
  played.unreachable = false;
  polling.wake();
  await vi.advanceTimersByTimeAsync(10);
  expect(connections).toEqual(['offline', 'online']);
});

it('opens the file again when the server no longer knows the view', async () => {
  const played = new PlayedServer(plan);
  const { snapshots } = start(played);
  await expect.poll(snapshots).toBe(1);
  played.restart();
  await expect.poll(snapshots).toBe(2);
  const opened = played.calls.filter(({ name }) => name === 'open_markdown');
  expect(opened.map(({ args }) => args)).toEqual([{ path: 'docs/plan.md', mode: 'edit' }]);
});

it('waits longer after each failure, up to a limit', () => {
  expect([1, 2, 3, 6, 50].map(pauseAfter)).toEqual([500, 1000, 2000, 15_000, 15_000]);
});

it('reads refusals of the server and of a host', () => {
  const refused = (text: string) => () => answerOf({ isError: true, content: [{ type: 'text', text }] });
  expect(refused('{"error":"No such view.","code":"markdown/not-found"}')).toThrow('No such view.');
  expect(refused('Tool is disabled')).toThrow('Tool is disabled');
  expect(refused('')).toThrow('did not say why');
});
