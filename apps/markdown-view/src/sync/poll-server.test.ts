import { afterEach, expect, it, vi } from 'vitest';

import type { ViewCommand } from '@annotate-mcp/markdown';

import { answerOf } from '../host/tool-answer.ts';
import type { Link } from '../state/state.ts';
import { plan } from '../testing/comments.ts';
import { openedView, playHost } from '../testing/played-host.ts';
import { PlayedServer } from '../testing/played-server.ts';

import { follow, type Follow, pauseAfter } from './follow.ts';
import { createServer } from './server.ts';

let following: Follow;

afterEach(() => {
  following.stop();
  vi.useRealTimers();
});

function start(played: PlayedServer) {
  const seen: ViewCommand[] = [];
  const links: Link['state'][] = [];
  let snapshots = 0;
  const control = { fails: 0 };
  following = follow(
    createServer(playHost(played), openedView(played)),
    {
      async apply(snapshot, commands) {
        if (control.fails-- > 0) throw new Error('not now');
        if (snapshot) snapshots++;
        seen.push(...commands);
      },
      onLink({ state }) {
        if (links.at(-1) !== state) links.push(state);
      },
    },
    'copy',
  );
  return { seen, links, control, snapshots: () => snapshots };
}

it('starts with a snapshot and then hears each command once, in order', async () => {
  const played = new PlayedServer(plan);
  const { seen, snapshots } = start(played);
  await expect.poll(snapshots).toBe(1);
  played.push({ type: 'mode', mode: 'review' });
  played.push({ type: 'mirror', mirror: true });
  await expect.poll(() => seen.map(({ type }) => type)).toEqual(['mode', 'mirror']);
});

it('acknowledges only what was carried out: what failed comes again', async () => {
  const played = new PlayedServer(plan);
  const { seen, control, snapshots } = start(played);
  await expect.poll(snapshots).toBe(1);
  control.fails = 1;
  played.push({ type: 'mode', mode: 'review' });
  await expect.poll(() => seen).toEqual([{ type: 'mode', mode: 'review' }]);
});

it('survives that the server cannot be reached, says so, and misses nothing', async () => {
  vi.useFakeTimers();
  const played = new PlayedServer(plan);
  const { seen, links, snapshots } = start(played);
  await vi.advanceTimersByTimeAsync(10);
  expect(snapshots()).toBe(1);
  played.unreachable = true;
  played.push({ type: 'mode', mode: 'review' });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(links).toEqual(['online', 'offline']);
  played.unreachable = false;
  await vi.advanceTimersByTimeAsync(15_000);
  expect(links).toEqual(['online', 'offline', 'online']);
  expect(seen).toEqual([{ type: 'mode', mode: 'review' }]);
});

it('asks at once when it is woken', async () => {
  vi.useFakeTimers();
  const played = new PlayedServer(plan);
  played.unreachable = true;
  const { links } = start(played);
  await vi.advanceTimersByTimeAsync(60_000);
  played.unreachable = false;
  following.wake();
  await vi.advanceTimersByTimeAsync(10);
  expect(links).toEqual(['offline', 'online']);
});

it('opens the file again when the server does not know the view any more', async () => {
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

it('reads a refusal of ours and of a host', () => {
  const refused = (text: string) => () => answerOf({ isError: true, content: [{ type: 'text', text }] });
  expect(refused('{"error":"No such view.","code":"markdown/not-found"}')).toThrow('No such view.');
  expect(refused('Tool is disabled')).toThrow('Tool is disabled');
  expect(refused('')).toThrow('did not say why');
});
