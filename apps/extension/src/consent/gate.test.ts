import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { forgetTabPages, setShownPage } from '../driver/shown-pages.ts';

import type { Consent } from './settings.ts';
import { startBrowser, site, page, wait, click, clicked, notAllowed } from './testing/gated-worker.ts';

beforeEach(() => forgetTabPages(1));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a command that runs', () => {
  it('is stopped when the tab turns out to show another site, before it has done anything', async () => {
    const browser = startBrowser({ sites: { [site]: { act: 'always' } } });
    browser.open(1, site);
    const { run } = browser.startWorker();
    const act = vi.fn();
    const running = run('click', click, async (signal) => {
      // As the driver does: it attaches, learns what the tab shows, and acts only then.
      setShownPage(1, { url: 'https://evil.test/', origin: 'https://evil.test' });
      signal.throwIfAborted();
      act();
      return clicked;
    });
    await expect(running).rejects.toMatchObject(notAllowed);
    expect(act).not.toHaveBeenCalled();
  });

  it('is stopped on an empty page that another site wrote into', async () => {
    const browser = startBrowser();
    browser.open(1, 'about:blank');
    const { run } = browser.startWorker();
    const running = run('wait_for', wait, async () => {
      setShownPage(1, { url: 'about:blank', origin: 'https://evil.test' });
      return { waitedMs: 0, url: 'about:blank', title: 'Secret' };
    });
    await expect(running).rejects.toMatchObject(notAllowed);
  });

  it.each([
    { name: 'the permission is removed', change: { sites: {} } },
    { name: 'the person switches to reading only', change: { readOnly: true } },
    {
      name: 'the site is put on the list of those that are never driven',
      change: { neverAdded: ['a.test'] },
    },
  ])('is stopped when $name', async ({ change }) => {
    const browser = startBrowser({ sites: { [site]: { act: 'always' } } });
    browser.open(1, site);
    const { run, store } = browser.startWorker();
    const running = run('click', click, async (signal) => {
      setShownPage(1, { url: site, origin: site });
      await store.update((consent) => ({ ...consent, ...change }));
      signal.throwIfAborted();
      return clicked;
    });
    await expect(running).rejects.toMatchObject(notAllowed);
  });

  it('is stopped by reading only also if it was allowed once', async () => {
    const browser = startBrowser();
    browser.open(1, site);
    const { run, answer, store } = browser.startWorker();
    const running = run('click', click, async (signal) => {
      setShownPage(1, { url: site, origin: site });
      await store.update((consent) => ({ ...consent, readOnly: true }));
      signal.throwIfAborted();
      return clicked;
    });
    await answer('once');
    await expect(running).rejects.toMatchObject(notAllowed);
  });

  it('may lead to another site, of which the agent gets to see nothing', async () => {
    const browser = startBrowser({ sites: { [site]: { act: 'always' } } });
    browser.open(1, site);
    const { run } = browser.startWorker();
    const result = await run('click', click, async (_, leave) => {
      leave();
      setShownPage(1, { url: 'https://bank.test/?code=7', origin: 'https://bank.test' });
      const dialogs = [{ kind: 'alert', message: 'Your code is 7', accepted: true } as const];
      return { ...clicked, url: 'https://bank.test/?code=7', title: 'Code 7', navigated: true, dialogs };
    });
    expect(result).toMatchObject({ hidden: true, navigated: true, url: '', title: '' });
    expect(JSON.stringify(result)).not.toContain('7');
  });

  it('gives back nothing of a page that was replaced at the last moment', async () => {
    const browser = startBrowser({ sites: { [site]: { read: 'always' } } });
    browser.open(1, site);
    const { run } = browser.startWorker();
    const running = run('wait_for', wait, async () => ({ waitedMs: 0, url: 'https://b.test/', title: 'B' }));
    await expect(running).rejects.toMatchObject(notAllowed);
  });
});

describe('a command about secrets', () => {
  it('may name the page that it was allowed for, although reading was not', async () => {
    const browser = startBrowser();
    browser.open(1, site);
    const { run, asked, answer } = browser.startWorker();
    const reading = run('get_cookies', { tabId: 1, values: true }, async () => ({ ...page, cookies: [] }));
    expect(await asked()).toMatchObject({ permission: 'secrets', site });
    await answer('once');
    await expect(reading).resolves.toEqual({ ...page, cookies: [] });
  });

  it('that is about no site is asked for the browser', async () => {
    const { run, asked, answer } = startBrowser().startWorker();
    const pages = [
      { url: 'https://a.test/', title: 'A' },
      { url: 'https://paypal.com/', title: 'B' },
    ];
    const searching = run('search_history', { source: 'history', text: '', limit: 9 }, async () => ({
      pages,
    }));
    const question = await asked();
    expect(question).toMatchObject({ permission: 'secrets', site: 'browser', tabId: null });
    expect(question).not.toHaveProperty('code');
    await answer('always');
    await expect(searching).resolves.toEqual({ pages: pages.slice(0, 1) });
  });
});

describe('an address to go to', () => {
  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'chrome://settings',
    'view-source:https://a.test/',
  ])('may not be %s, in any mode', async (url) => {
    const browser = startBrowser({ mode: 'allow' });
    browser.open(1, site);
    const { run } = browser.startWorker();
    const work = vi.fn();
    const navigating = run('navigate', { tabId: 1, to: { url }, timeoutMs: 0 }, work);
    await expect(navigating).rejects.toMatchObject(notAllowed);
    const opening = run('create_tab', { url, active: false, timeoutMs: 0 }, work);
    await expect(opening).rejects.toMatchObject(notAllowed);
    expect(work).not.toHaveBeenCalled();
  });

  it('is asked for, also from a site that is allowed', async () => {
    const browser = startBrowser({ sites: { [site]: { act: 'always' } } });
    browser.open(1, site);
    const { run, asked, answer } = browser.startWorker();
    const going = run('navigate', { tabId: 1, to: { url: 'https://b.test/' }, timeoutMs: 0 }, vi.fn());
    expect(await asked()).toMatchObject({ site: 'https://b.test', permission: 'act', title: '' });
    await answer('never');
    await expect(going).rejects.toMatchObject(notAllowed);
  });

  it('on a site that is never driven is refused without a question', async () => {
    const browser = startBrowser({ mode: 'allow' });
    const worker = browser.startWorker();
    const opening = worker.run(
      'create_tab',
      { url: 'https://paypal.com./', active: false, timeoutMs: 0 },
      vi.fn(),
    );
    await expect(opening).rejects.toThrow('never lets agents read or use');
    expect(worker.timesShown).toBe(0);
  });
});

describe('a page of the history of a tab', () => {
  const secret = 'https://b.test/account?id=4321';
  const back = { tabId: 1, to: 'back', timeoutMs: 0 } as const;

  it.each<{ name: string; url: string; consent: Partial<Consent> }>([
    { name: 'is on a site that is never driven', url: secret, consent: { neverAdded: ['b.test'] } },
    {
      name: 'is on a site that agents may never use',
      url: secret,
      consent: { sites: { 'https://b.test': { act: 'never' } } },
    },
    { name: 'is a file of the person', url: 'file:///home/b.test/4321', consent: {} },
  ])('is not named when it $name', async ({ url, consent }) => {
    const browser = startBrowser({ mode: 'allow', ...consent });
    browser.open(1, site);
    const going = browser.startWorker().run('navigate', back, async (_, __, permit) => {
      await permit.admitHistoryPage(url);
      return clicked;
    });
    await expect(going).rejects.toMatchObject({
      ...notAllowed,
      message: expect.not.stringMatching(/b\.test|4321/) as string,
    });
  });

  it('is not named when the person declines', async () => {
    const browser = startBrowser({ sites: { [site]: { act: 'always' } } });
    browser.open(1, site);
    const { run, answer } = browser.startWorker();
    const going = run('navigate', back, async (_, __, permit) => {
      await permit.admitHistoryPage(secret);
      return clicked;
    });
    const refused = expect(going).rejects.toMatchObject({
      ...notAllowed,
      message: expect.not.stringMatching(/b\.test|4321/) as string,
    });
    await answer('later');
    await refused;
  });
});
