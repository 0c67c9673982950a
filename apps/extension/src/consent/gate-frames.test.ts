import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { forgetTabPages, setShownPage } from '../driver/shown-pages.ts';

import type { FrameChain } from './frame-access.ts';
import {
  click,
  clicked,
  notAllowed,
  page,
  site,
  startBrowser,
  wait,
  waited,
} from './testing/gated-worker.ts';

const pay = 'https://pay.test';
const toPay: FrameChain = [at(site), at(pay)];
const toWritten: FrameChain = [...toPay, { url: 'about:srcdoc', origin: '://' }];

function at(origin: string): { url: string; origin: string } {
  return { url: `${origin}/`, origin };
}

beforeEach(() => {
  forgetTabPages(1);
  setShownPage(1, at(site));
});
afterEach(() => vi.unstubAllGlobals());

function startWith(sites: object, more: object = {}) {
  const browser = startBrowser({ sites: { [site]: { act: 'always' }, ...sites }, ...more });
  browser.open(1, page.url);
  return browser.startWorker();
}

describe('a command that acts in a frame', () => {
  it('is refused at once on a site that is never driven, and asks nobody', async () => {
    for (const start of [
      () => startWith({}, { neverAdded: ['pay.test'] }),
      () => startWith({ [pay]: { read: 'never' } }),
    ]) {
      const { run, questions } = start();
      for (const chain of [toPay, toWritten, [...toPay, at(site)]]) {
        const acting = run('click', click, async (_, __, permit) => {
          await permit.admitFrame(chain);
          return clicked;
        });
        await expect(acting).rejects.toMatchObject(notAllowed);
      }
      expect(questions.open).toEqual([]);
    }
  });

  it('asks about the site of the frame, and names the page that it is in', async () => {
    const { run, asked, answer, gate } = startWith({});
    const acting = run('click', click, async (_, __, permit) => {
      await permit.admitFrame(toPay);
      expect(gate.frameAccess(1, toPay, 'act')).toBe('open');
      return clicked;
    });
    expect(await asked()).toMatchObject({ site: pay, inside: site, permission: 'act', tabId: 1 });
    await answer('once');
    await expect(acting).resolves.toMatchObject(page);
    expect(gate.frameAccess(1, toPay, 'read')).toBe('ask');
  });

  it('does nothing there when the person says no', async () => {
    const { run, answer } = startWith({});
    let done = false;
    const acting = run('click', click, async (_, __, permit) => {
      await permit.admitFrame(toPay);
      done = true;
      return clicked;
    });
    await answer('later');
    await expect(acting).rejects.toMatchObject(notAllowed);
    expect(done).toBe(false);
  });
});

it('a frame of the same site is open, also when the page was allowed once', async () => {
  const { run, answer, gate } = startWith({ [site]: {} });
  const reading = run('wait_for', wait, async () => {
    expect(gate.frameAccess(1, [at(site), at(site)], 'read')).toBe('open');
    expect(gate.frameAccess(1, toPay, 'read')).toBe('ask');
    return waited();
  });
  await answer('once');
  await expect(reading).resolves.toMatchObject(page);
});

it('what was allowed once in a frame ends with the command, and is no more than was asked', async () => {
  const { run, answer, gate } = startWith({ [site]: { script: 'always' } });
  const reading = run('wait_for', wait, async (_, __, permit) => {
    await permit.admitFrame(toPay);
    expect(gate.frameAccess(1, toPay, 'read')).toBe('open');
    expect(gate.frameAccess(1, toPay, 'act')).toBe('ask');
    expect(gate.frameAccess(2, toPay, 'read')).toBe('ask');
    return waited();
  });
  await answer('once');
  await reading;
  expect(gate.frameAccess(1, toPay, 'read')).toBe('ask');
});

it('a frame is closed from the moment in which the person forbids its site', async () => {
  const { gate, store } = startWith({ [pay]: { act: 'always' } });
  await store.ready;
  expect(gate.frameAccess(1, toPay, 'act')).toBe('open');
  await store.setSiteDecision(pay, 'read', 'never');
  for (const permission of ['read', 'act'] as const)
    expect(gate.frameAccess(1, toPay, permission)).toBe('closed');
});
