import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { forgetTabPages } from '../driver/shown-pages.ts';

import { maxWaitMs } from './gate.ts';
import { maxOpen } from './questions.ts';
import {
  startBrowser,
  site,
  page,
  wait,
  waited,
  click,
  clicked,
  notAllowed,
} from './testing/gated-worker.ts';

beforeEach(() => forgetTabPages(1));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a question', () => {
  it('says who wants what where, and a command runs when it is answered', async () => {
    const browser = startBrowser();
    browser.open(1, `${site}/x`, 'Orders');
    const { run, asked, answer } = browser.startWorker();
    const running = run('wait_for', wait, waited);
    expect(await asked()).toMatchObject({
      agent: 'claude-code',
      project: 'shop',
      site,
      permission: 'read',
      tabId: 1,
      title: 'Orders',
      wants: 'Wait for something on the page.',
    });
    await answer('always');
    await expect(running).resolves.toMatchObject(page);
    await expect(run('wait_for', wait, waited)).resolves.toMatchObject(page);
  });

  it('is one for all commands that wait for the same, and answers all of them', async () => {
    const browser = startBrowser();
    browser.open(1, site);
    const worker = browser.startWorker();
    const running = [1, 2, 3].map(() => worker.run('wait_for', wait, waited));
    await worker.asked();
    await worker.answer('tab');
    await Promise.all(running);
    expect(worker.timesShown).toBe(1);
    expect(worker.questions.open).toEqual([]);
  });

  it('that is answered for one tab answers it for others if the answer is about the site', async () => {
    const browser = startBrowser();
    browser.open(1, site);
    browser.open(2, site);
    const { run, answer, questions } = browser.startWorker();
    const running = [run('wait_for', wait, waited), run('wait_for', { ...wait, tabId: 2 }, waited)];
    await vi.waitUntil(() => questions.open.length === 2, { interval: 1 });
    await answer('always', 'act');
    await Promise.all(running);
    expect(questions.open).toEqual([]);
  });

  it('stays open when the person does not answer in time, and the later answer counts', async () => {
    const browser = startBrowser();
    browser.open(1, site);
    const { run, asked, answer } = browser.startWorker();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const running = run('wait_for', wait, waited);
    await asked();
    const refused = expect(running).rejects.toThrow('has not answered yet');
    await vi.advanceTimersByTimeAsync(maxWaitMs);
    await refused;
    await answer('once');
    await expect(run('wait_for', wait, waited)).resolves.toMatchObject(page);
  });

  it('is not asked again for a while after "Not now"', async () => {
    const browser = startBrowser();
    browser.open(1, site);
    const worker = browser.startWorker();
    const running = worker.run('wait_for', wait, waited);
    await worker.answer('later').then(() => expect(running).rejects.toMatchObject(notAllowed));
    await expect(worker.run('wait_for', wait, waited)).rejects.toMatchObject(notAllowed);
    expect(worker.timesShown).toBe(1);
  });

  it('is refused when there are many already', async () => {
    const browser = startBrowser();
    const worker = browser.startWorker();
    const abort = new AbortController();
    const running = Array.from({ length: maxOpen }, (_, n) => {
      browser.open(n + 1, `https://site-${n}.test/`);
      return worker.run('wait_for', { ...wait, tabId: n + 1 }, waited, abort.signal).catch(() => undefined);
    });
    await vi.waitUntil(() => worker.questions.open.length === maxOpen, { interval: 1 });
    browser.open(99, 'https://another.test/');
    await expect(worker.run('wait_for', { ...wait, tabId: 99 }, waited)).rejects.toThrow(
      'Too many questions',
    );
    abort.abort();
    await Promise.all(running);
  });

  it('is forgotten when its tab is closed', async () => {
    const browser = startBrowser();
    browser.open(1, site);
    const { run, asked, questions } = browser.startWorker();
    const running = run('wait_for', wait, waited);
    await asked();
    browser.close(1);
    await expect(running).rejects.toThrow('There is no tab 1');
    expect(questions.open).toEqual([]);
  });

  it('is about the page that the tab shows when it is answered', async () => {
    const browser = startBrowser();
    browser.open(1, site);
    const { run, asked, answer, questions } = browser.startWorker();
    const work = vi.fn(waited);
    const running = run('wait_for', wait, work);
    await asked();
    browser.open(1, 'https://other.test/');
    await answer('once');
    expect(await vi.waitUntil(() => questions.open[0], { interval: 1 })).toMatchObject({
      site: 'https://other.test',
    });
    expect(work).not.toHaveBeenCalled();
    await answer('never');
    await expect(running).rejects.toMatchObject(notAllowed);
  });
});

describe('once', () => {
  it('is once', async () => {
    const browser = startBrowser();
    browser.open(1, site);
    const worker = browser.startWorker();
    const first = worker.run('click', click, async () => clicked);
    await worker.answer('once');
    await first;
    const second = worker.run('click', click, async () => clicked);
    await worker.answer('later');
    await expect(second).rejects.toMatchObject(notAllowed);
  });

  it('is for the command that the person read about, and not for another one that waits', async () => {
    const browser = startBrowser();
    browser.open(1, site);
    const { run, asked, answer } = browser.startWorker();
    const work = vi.fn(async () => clicked);
    const first = run('click', click, async () => clicked);
    await asked();
    const second = run('click', { ...click, clickCount: 2 }, work);
    await answer('once');
    await first;
    await answer('later');
    await expect(second).rejects.toMatchObject(notAllowed);
    expect(work).not.toHaveBeenCalled();
  });

  it('that was answered late is not for another command', async () => {
    const browser = startBrowser();
    browser.open(1, site);
    const { run, asked, answer } = browser.startWorker();
    const abort = new AbortController();
    const gone = run('click', click, async () => clicked, abort.signal);
    await asked();
    abort.abort();
    await expect(gone).rejects.toThrow();
    await answer('once');
    const other = run('click', { ...click, clickCount: 2 }, async () => clicked);
    await answer('later');
    await expect(other).rejects.toMatchObject(notAllowed);
  });
});

describe('an answer', () => {
  it('for a tab lasts over a restart of the worker, and ends with the tab', async () => {
    const browser = startBrowser();
    browser.open(1, site);
    const first = browser.startWorker();
    const running = first.run('wait_for', wait, waited);
    await first.answer('tab');
    await running;
    const second = browser.startWorker();
    await expect(second.run('wait_for', wait, waited)).resolves.toMatchObject(page);
    browser.close(1);
    browser.open(1, site);
    const again = second.run('wait_for', wait, waited);
    await second.answer('later');
    await expect(again).rejects.toMatchObject(notAllowed);
  });

  it('for the tab that is to be opened holds in that tab', async () => {
    const browser = startBrowser();
    const { run, answer } = browser.startWorker();
    const tab = { tabId: 1, windowId: 1, active: false, status: 'complete', driven: true, ...page } as const;
    const opening = run('create_tab', { url: `${site}/`, active: false, timeoutMs: 0 }, async () => {
      browser.open(1, `${site}/`);
      return { tab };
    });
    await answer('tab');
    await expect(opening).resolves.toEqual({ tab });
    await expect(run('click', click, async () => clicked)).resolves.toEqual(clicked);
  });

  it('and open questions are kept over a restart of the worker', async () => {
    const browser = startBrowser();
    browser.open(1, site);
    const first = browser.startWorker();
    void first.run('wait_for', wait, waited).catch(() => undefined);
    await first.asked();
    const second = browser.startWorker();
    await second.questions.ready;
    await second.answer('always');
    await expect(second.run('wait_for', wait, waited)).resolves.toMatchObject(page);
    expect(browser.local.consent).toMatchObject({ sites: { [site]: { read: 'always' } } });
  });

  it('about secrets counts for passwords only if it was given for the site itself', async () => {
    const { store } = startBrowser({
      mode: 'allow',
      sites: { [site]: { secrets: 'always' }, 'https://paypal.com': { secrets: 'always' } },
    }).startWorker();
    await store.ready;
    expect(store.hasGranted(`${site}/login`, 'secrets')).toBe(true);
    expect(store.hasGranted('https://b.test/', 'secrets')).toBe(false);
    expect(store.hasGranted('https://paypal.com/', 'secrets')).toBe(false);
  });

  it('"always use" is not for code', async () => {
    const browser = startBrowser({ sites: { [site]: { act: 'always' } } });
    browser.open(1, site);
    const { run, asked, answer } = browser.startWorker();
    const work = vi.fn();
    const running = run('execute_js', { tabId: 1, timeoutMs: 0, code: 'steal()', maxChars: 1 }, work);
    expect(await asked()).toMatchObject({ permission: 'script', code: 'steal()' });
    await answer('later');
    await expect(running).rejects.toMatchObject(notAllowed);
    expect(work).not.toHaveBeenCalled();
  });
});
