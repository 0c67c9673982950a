/** A process of the hub that neither answers nor ends, as one that loops, or that was stopped by a signal. */
import { expect, it, onTestFinished, vi } from 'vitest';

import { uuidOf } from '@annotate-mcp/core/testing';

import { create, hubPids, isAlive, listElsewhere, openTab, startApp } from '../testing/hub-process.ts';
import { temporaryFolder } from '../testing/hub-server.ts';
import { openSocket } from '../testing/json-socket.ts';

import { watchAnswers } from './hub-child.ts';
import { startHub } from './start-hub.ts';

/** The looks of the watch are the only intervals of a dev server's hub. */
function useFakeIntervals(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
}

const enoughMs = 11_000;

const pages = [
  {
    what: 'the script',
    ask: async (url: string) => (await fetch(`${url}/__annotate/overlay.js`)).status,
    answer: '200',
  },
  {
    what: 'a socket',
    ask: (url: string) => openSocket(`${url}/__annotate`).then(String, String),
    answer: '503',
  },
];

it.skipIf(process.platform === 'win32').each(pages)(
  'ends the process that a page waits for in vain for $what, and starts it again',
  async ({ ask, answer: expected }) => {
    useFakeIntervals();
    const { root, url, errors } = await startApp();
    expect(await (await openTab(url)).request(create(1))).toMatchObject({ type: 'message:done' });
    const [pid = 0] = hubPids(root);
    process.kill(pid, 'SIGSTOP');
    const answer = ask(url);
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    // The app answers meanwhile.
    expect(await (await fetch(url)).text()).toBe('of the app');
    vi.advanceTimersByTime(enoughMs);
    expect(String(await answer)).toContain(expected);
    await expect.poll(async () => (await fetch(`${url}/__annotate/manifest`)).status).toBe(200);
    expect(isAlive(pid)).toBe(false);
    expect(errors.map(String)).toEqual([
      'Error: The process of annotate did not answer any more and is started again. Pages keep what was not stored yet.',
    ]);
    expect(await listElsewhere(root)).toEqual([uuidOf(1)]);
  },
);

it('gives up a process that does not open the store', async () => {
  const root = temporaryFolder();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const starting = startHub({ projectRoot: root, onError: () => undefined });
  // Before the process can have said anything.
  vi.advanceTimersByTime(70_000);
  await expect(starting).rejects.toThrow('Its process did not open the store within 60 seconds.');
  vi.useRealTimers();
  await expect.poll(() => hubPids(root).some(isAlive)).toBe(false);
});

it('lets a request that takes long wait as long as the process is there', async () => {
  useFakeIntervals();
  let answer: ((manifest: object) => void) | undefined;
  const manifest = () => new Promise<object>((resolve) => (answer = resolve));
  const { root, url, errors } = await startApp({
    manifest: manifest as () => Promise<Record<string, never>>,
  });
  const [pid = 0] = hubPids(root);
  const asked = fetch(`${url}/__annotate/manifest`);
  await expect.poll(() => answer).toBeDefined();
  for (let round = 0; round < 3; round++) {
    vi.advanceTimersByTime(enoughMs / 2);
    // What the process says is read in the order in which it was asked.
    await fetch(`${url}/__annotate/overlay.js`);
  }
  answer?.({});
  expect((await asked).status).toBe(200);
  expect(vi.getTimerCount()).toBe(0);
  expect(hubPids(root)).toEqual([pid]);
  expect(errors).toEqual([]);
});

it('asks only while a page waits, and counts anew after each answer', () => {
  useFakeIntervals();
  const [ask, onHang] = [vi.fn(), vi.fn()];
  const watch = watchAnswers({ ask, onHang });
  vi.advanceTimersByTime(enoughMs);
  expect(ask).not.toHaveBeenCalled();
  const [first, second] = [watch.expectAnswer(), watch.expectAnswer()];
  vi.advanceTimersByTime(9_000);
  watch.heard();
  vi.advanceTimersByTime(9_000);
  first();
  expect(ask).toHaveBeenCalledTimes(18);
  expect(onHang).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2_000);
  expect(onHang).toHaveBeenCalledOnce();
  second();
  vi.advanceTimersByTime(enoughMs);
  expect(ask).toHaveBeenCalledTimes(19);
});
