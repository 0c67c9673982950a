import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { CommandType, ParamsOf, ResultOf } from '@annotate-mcp/browser-protocol';

import { forgetTabPages, setShownPage } from '../driver/shown-pages.ts';

import { ConsentStore } from './consent-store.ts';
import { Gate, maxWaitMs } from './gate.ts';
import type { Answer } from './question.ts';
import { maxOpen, Questions } from './questions.ts';
import type { Consent, Grantable } from './settings.ts';

type Listener<Args extends unknown[]> = (...args: Args) => void;

/** The parts of Chrome that the gate uses: tabs and storage, which outlive a worker. */
function startBrowser(consent: Partial<Consent> = {}) {
  const local: Record<string, unknown> = { consent };
  const session: Record<string, unknown> = {};
  const tabs = new Map<number, { id: number; url: string; title: string }>();
  const removed = new Set<Listener<[number]>>();
  const area = (values: Record<string, unknown>) => ({
    get: async (key: string) => ({ [key]: values[key] }),
    set: async (change: Record<string, unknown>) => void Object.assign(values, structuredClone(change)),
    onChanged: { addListener: () => undefined },
  });
  vi.stubGlobal('chrome', {
    storage: { local: area(local), session: area(session) },
    tabs: {
      onRemoved: { addListener: (listener: Listener<[number]>) => removed.add(listener) },
      get: async (id: number) => {
        const tab = tabs.get(id);
        if (tab === undefined) throw new Error(`No tab with id: ${id}.`);
        return { ...tab };
      },
    },
  });
  return {
    local,
    open: (id: number, url: string, title = 'A title') => tabs.set(id, { id, url, title }),
    close: (id: number) => {
      tabs.delete(id);
      for (const listener of removed) listener(id);
    },
    startWorker: () => startWorker(tabs),
  };
}

function startWorker(known: ReadonlyMap<number, unknown>) {
  let shown = 0;
  const store: ConsentStore = new ConsentStore(() => gate.onSettingsChanged());
  const questions = new Questions({
    now: () => Date.now(),
    onAsked: () => (shown += 1),
    onChange: () => undefined,
  });
  const gate: Gate = new Gate({
    store,
    questions,
    tabs: {
      get: async (id) => {
        if (!known.has(id)) throw new Error(`There is no tab ${id}.`);
        return undefined as never;
      },
      known: () => undefined,
    },
    projectName: () => 'shop',
  });
  const run = <Type extends CommandType>(
    type: Type,
    params: ParamsOf<Type>,
    work: (signal: AbortSignal, leave: () => void) => Promise<ResultOf<Type>>,
    signal = new AbortController().signal,
  ) =>
    gate.run({ type, params, agent: 'claude-code' }, signal, (permit) =>
      work(permit.signal, () => permit.leave()),
    );
  return {
    store,
    questions,
    gate,
    run,
    get timesShown() {
      return shown;
    },
    asked: () => vi.waitUntil(() => questions.open[0], { interval: 1 }),
    answer: async (answer: Answer, permission?: Grantable) => {
      const question = await vi.waitUntil(() => questions.open[0], { interval: 1 });
      return gate.answer(question.id, { answer, permission: permission ?? question.permission });
    },
  };
}

const site = 'https://a.test';
const page = { url: `${site}/`, title: 'A title' };
const wait = { tabId: 1, text: 'x', idle: false, timeoutMs: 0 };
const waited = async () => ({ waitedMs: 0, ...page });
const click: ParamsOf<'click'> = {
  tabId: 1,
  timeoutMs: 0,
  target: { by: 'ref', ref: 'e1' },
  button: 'left',
  clickCount: 1,
  delay: 0,
  modifiers: [],
  showCursor: false,
};
const clicked = { on: 'button', x: 1, y: 1, ...page, navigated: false, dialogs: [], openedTabs: [] };
const notAllowed = { code: 'browser/not-allowed' };

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
