/** A browser with a worker whose gate stands before commands, for the tests of the gate. */
import { vi } from 'vitest';

import type { CommandType, ParamsOf, ResultOf } from '@annotate-mcp/browser-protocol';

import type { CommandPermit } from '../../commands/handler.ts';
import { ConsentStore } from '../consent-store.ts';
import { Gate } from '../gate.ts';
import type { Answer } from '../question.ts';
import { Questions } from '../questions.ts';
import type { Consent, Permission } from '../settings.ts';

type Listener<Args extends unknown[]> = (...args: Args) => void;

/** The parts of Chrome that the gate uses: tabs and storage, which outlive a worker. */
export function startBrowser(consent: Partial<Consent> = {}) {
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
    work: (signal: AbortSignal, leave: () => void, permit: CommandPermit) => Promise<ResultOf<Type>>,
    signal = new AbortController().signal,
  ) =>
    gate.run({ type, params, agent: 'claude-code' }, signal, (permit) =>
      work(permit.signal, () => permit.leave(), permit),
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
    answer: async (answer: Answer, permission?: Permission) => {
      const question = await vi.waitUntil(() => questions.open[0], { interval: 1 });
      return gate.answer(question.id, { answer, permission: permission ?? question.permission });
    },
  };
}

export const site = 'https://a.test';
export const page = { url: `${site}/`, title: 'A title' };
export const wait = { tabId: 1, text: 'x', idle: false, timeoutMs: 0 };
export const waited = async () => ({ waitedMs: 0, ...page });
export const click: ParamsOf<'click'> = {
  tabId: 1,
  timeoutMs: 0,
  target: { by: 'ref', ref: 'e1' },
  button: 'left',
  clickCount: 1,
  delay: 0,
  modifiers: [],
  showCursor: false,
};
export const clicked = { on: 'button', x: 1, y: 1, ...page, navigated: false, dialogs: [], openedTabs: [] };
export const notAllowed = { code: 'browser/not-allowed' };
