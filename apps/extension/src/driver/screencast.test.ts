import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { Cdp } from './cdp.ts';
import { Deadline } from './deadline.ts';
import { Screencast } from './screencast.ts';

const deadline = () => new Deadline(5_000, new AbortController().signal);
const frame = { data: 'picture', sessionId: 1, metadata: { deviceWidth: 800, deviceHeight: 600 } };

let sent: string[] = [];
let start: () => Promise<void> = async () => undefined;

function startScreencast() {
  const cdp = new Cdp(1);
  return { cdp, screencast: new Screencast(cdp) };
}

beforeEach(() => {
  sent = [];
  start = async () => undefined;
  vi.stubGlobal('chrome', {
    debugger: {
      sendCommand: async (_: unknown, method: string) => {
        sent.push(method.replace('Page.', ''));
        if (method === 'Page.startScreencast') await start();
      },
    },
  });
});

afterEach(() => void vi.useRealTimers());

it('takes the first frame of the page, and none of a frame inside of it', async () => {
  const { cdp, screencast } = startScreencast();
  start = async () => {
    cdp.dispatch('Page.screencastFrame', { ...frame, data: 'of an inner page' }, 'inner');
    cdp.dispatch('Page.screencastFrame', frame, undefined);
  };
  expect(await screencast.takeFrame({ quality: 80 }, deadline(), 1_000)).toEqual(frame);
  expect(sent).toEqual(['startScreencast', 'stopScreencast']);
});

it('takes no frame when none comes in time', async () => {
  const { screencast } = startScreencast();
  expect(await screencast.takeFrame({ quality: 80 }, deadline(), 10)).toBeNull();
  expect(sent).toEqual(['startScreencast', 'stopScreencast']);
});

it('goes on until the last command that needs it has ended, and gives no small picture meanwhile', async () => {
  const { screencast } = startScreencast();
  const first = Promise.withResolvers<undefined>();
  const second = Promise.withResolvers<undefined>();
  const running = [screencast.whileDrawn(() => first.promise), screencast.whileDrawn(() => second.promise)];
  expect(await screencast.takeFrame({ quality: 80 }, deadline(), 1_000)).toBeNull();
  first.resolve(undefined);
  await running[0];
  expect(sent).toEqual(['startScreencast']);
  second.resolve(undefined);
  await running[1];
  expect(sent).toEqual(['startScreencast', 'stopScreencast']);
});

it('a screencast is started again after it could not be started', async () => {
  const { screencast } = startScreencast();
  start = () => Promise.reject(new Error('Not attached to an active page'));
  await expect(screencast.whileDrawn(async () => undefined)).rejects.toThrow('Not attached');
  start = async () => undefined;
  await screencast.whileDrawn(async () => undefined);
  expect(sent.filter((method) => method === 'startScreencast')).toHaveLength(2);
});

it('goes on for a moment after an action, which does not wait for it, and through the next action', async () => {
  vi.useFakeTimers();
  const { screencast } = startScreencast();
  start = () => new Promise(() => undefined);
  expect(await screencast.keepDrawn(async () => 'done', 1_000)).toBe('done');
  await vi.advanceTimersByTimeAsync(900);
  await expect(
    screencast.keepDrawn(() => Promise.reject(new Error('No such button.')), 1_000),
  ).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(900);
  expect(await screencast.whileDrawn(async () => 'picture')).toBe('picture');
  expect(sent).toEqual(['startScreencast']);
  await vi.advanceTimersByTimeAsync(100);
  expect(sent).toEqual(['startScreencast', 'stopScreencast']);
});

it('acts where Chrome has nothing to draw', async () => {
  vi.useFakeTimers();
  const { screencast } = startScreencast();
  start = () => Promise.reject(new Error('Not attached to an active page'));
  expect(await screencast.keepDrawn(async () => 'done', 1_000)).toBe('done');
  await vi.advanceTimersByTimeAsync(1_000);
});

it('a screencast is not ended by an action from before the debugger was detached', async () => {
  vi.useFakeTimers();
  const { screencast } = startScreencast();
  await screencast.keepDrawn(async () => undefined, 1_000);
  screencast.onDetached();
  const later = screencast.keepDrawn(() => new Promise((resolve) => setTimeout(resolve, 5_000)), 1_000);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(sent).toEqual(['startScreencast', 'startScreencast']);
  await vi.advanceTimersByTimeAsync(2_000);
  await later;
  expect(sent).toEqual(['startScreencast', 'startScreencast', 'stopScreencast']);
});
