import { beforeEach, expect, it, vi } from 'vitest';

import { tabHandlers } from '../commands/tabs.ts';

import { driven, takenBack } from './tab-info.ts';
import { Tabs } from './tabs.ts';

/** What Chrome reports when a tab comes to the front: the last two when it is moved to another window. */
type FrontEvent = 'activated' | 'attached' | 'detached';
type Detach = (debuggee: { tabId: number }, reason: string) => void;

/** The parts of Chrome that the driver uses, with three tabs; another debugger is attached to the last one. */
function startBrowser() {
  const attached = new Set<number>();
  const closed: number[] = [];
  const asked: number[] = [];
  let inFront = 0;
  /** Listeners for events in which another tab comes to the front. */
  const onFront: Partial<Record<FrontEvent, () => void>> = {};
  const frontEvent = (name: FrontEvent) => ({
    addListener: (listener: () => void) => (onFront[name] = listener),
  });
  let detach: Detach = () => undefined;
  const noEvent = { addListener: () => undefined };
  const tabOf = (id: number) => ({ id, windowId: 1, url: urls[id], title: `${id}`, active: id === inFront });
  vi.stubGlobal('chrome', {
    runtime: { getURL: (path: string) => `chrome-extension://own/${path}` },
    storage: { session: { get: async () => ({}), set: async () => undefined } },
    debugger: {
      onEvent: noEvent,
      onDetach: { addListener: (listener: Detach) => (detach = listener) },
      getTargets: async () => [{ tabId: 3, attached: true }],
      attach: async ({ tabId }: { tabId: number }) => void attached.add(tabId),
      detach: async ({ tabId }: { tabId: number }) => {
        if (!attached.delete(tabId)) throw new Error('Debugger is not attached.');
      },
      sendCommand: async () => ({
        frameTree: { frame: { id: 'main', url: 'https://long.test/', securityOrigin: 'https://long.test' } },
      }),
    },
    tabs: {
      TAB_ID_NONE: -1,
      onActivated: frontEvent('activated'),
      onAttached: frontEvent('attached'),
      onDetached: frontEvent('detached'),
      onCreated: noEvent,
      onRemoved: noEvent,
      get: async (id: number) => {
        asked.push(id);
        return tabOf(id);
      },
      query: async () => Object.keys(urls).map((id) => tabOf(Number(id))),
      remove: async (id: number) => void closed.push(id),
    },
  });
  const tabs = new Tabs({
    agentSource: async () => '',
    onChange: () => undefined,
    areSecretsAllowed: async () => false,
    arePastesAllowed: async () => false,
    frameAccess: () => 'open',
  });
  return {
    tabs,
    attached,
    closed,
    /** The tabs that Chrome was asked about. */
    asked,
    detach: (tabId: number, reason: string) => detach({ tabId }, reason),
    show: (tabId: number, event: FrontEvent = 'activated') => {
      inFront = tabId;
      onFront[event]?.();
    },
  };
}

const urls: Record<number, string> = {
  1: `https://long.test/${'x'.repeat(200_000)}`,
  2: 'chrome-extension://own/popup.html',
  3: 'https://other.test/',
};
const forever = () => new Promise<never>(() => undefined);
const { signal } = new AbortController();

beforeEach(() => {
  driven.clear();
  takenBack.clear();
});

it('runs no command that was queued before the person took the tab back', async () => {
  const { tabs, attached, detach } = startBrowser();
  const tab = await tabs.get(1);
  const begun = Promise.withResolvers<undefined>();
  const running = tab.act(() => {
    begun.resolve(undefined);
    return forever();
  }, signal);
  const waiting = vi.fn(forever);
  const next = tab.act(waiting, signal);
  await begun.promise;
  attached.clear();
  detach(1, 'canceled_by_user');
  await expect(running).rejects.toThrow('took tab 1 back');
  await expect(next).rejects.toThrow('took tab 1 back');
  expect(waiting).not.toHaveBeenCalled();
  expect([...attached]).toEqual([]);
  await expect(tabs.get(1)).rejects.toThrow('took tab 1 back');
});

it('does not close a tab that the person took back', async () => {
  const { tabs, closed } = startBrowser();
  await tabs.takeBack(1);
  await expect(tabHandlers.close_tab({ tabId: 1 }, { tabs, signal })).rejects.toThrow('took tab 1 back');
  expect(closed).toEqual([]);
});

it('does nothing for a command that was cancelled while the debugger was attached', async () => {
  const { tabs } = startBrowser();
  const tab = await tabs.get(1);
  const abort = new AbortController();
  const work = vi.fn(async () => undefined);
  const running = tab.run(work, abort.signal);
  await Promise.resolve();
  abort.abort();
  await expect(running).rejects.toThrow();
  await tab.run(async () => undefined, signal);
  expect(work).not.toHaveBeenCalled();
});

it('lists only the tabs that it controls itself as driven, and shortens URLs', async () => {
  const { tabs } = startBrowser();
  const tab = await tabs.get(1);
  await tab.run(async () => undefined, signal);
  const { tabs: listed } = await tabHandlers.get_tabs({}, { tabs, signal });
  expect(listed.filter((each) => each.driven).map(({ tabId }) => tabId)).toEqual([1]);
  expect(listed[0]?.url).toHaveLength(4_096);
  await tabs.releaseAll();
  expect(tabs.driven).toEqual([]);
});

it("does not control the extension's own pages", async () => {
  const { tabs, attached } = startBrowser();
  const tab = await tabs.get(2);
  await expect(tab.run(async () => 1, signal)).rejects.toThrow('allows no extension to control tab 2');
  expect([...attached]).toEqual([]);
});

it('asks Chrome whether a tab is in front only after a window has shown another tab', async () => {
  const { tabs, asked, show } = startBrowser();
  const tab = await tabs.get(1);
  asked.length = 0;
  expect([await tab.inFront.read(), await tab.inFront.read()]).toEqual([false, false]);
  show(1);
  expect([await tab.inFront.read(), await tab.inFront.read()]).toEqual([true, true]);
  show(2);
  expect(await tab.inFront.read()).toBe(false);
  show(1, 'attached');
  expect(await tab.inFront.read()).toBe(true);
  show(2, 'detached');
  expect(await tab.inFront.read()).toBe(false);
  expect(asked).toEqual([1, 1, 1, 1, 1]);
});
