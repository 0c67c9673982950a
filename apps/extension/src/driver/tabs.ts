/** The tabs that agents control. Forwards Chrome's events to the tab they are about. */
import { z } from 'zod';

import type { CommandError } from './command-error.ts';
import { forgetTabPages } from './shown-pages.ts';
import { takenBackError } from './tab-errors.ts';
import { driven, tabInfo, takenBack } from './tab-info.ts';
import { Tab, type TabDeps } from './tab.ts';

export type TabsDeps = Omit<TabDeps, 'onStop'>;

export class Tabs {
  readonly #tabs = new Map<number, Tab>();
  readonly #agents = new Map<number, string>();
  readonly #deps: TabDeps;
  readonly #onChange: () => void;
  readonly #ready: Promise<void>;

  constructor(deps: TabsDeps) {
    this.#deps = { ...deps, onStop: (tabId) => void this.takeBack(tabId) };
    this.#onChange = deps.onChange;
    chrome.debugger.onEvent.addListener(({ tabId, sessionId }, method, params) => {
      if (tabId !== undefined) this.#tabs.get(tabId)?.cdp.dispatch(method, params, sessionId);
    });
    chrome.debugger.onDetach.addListener(({ tabId }, reason) => {
      if (tabId === undefined) return;
      const isTaken = reason === 'canceled_by_user';
      this.#tabs.get(tabId)?.onDetached(isTaken ? takenBackError(tabId) : undefined);
      if (isTaken) void this.#markTakenBack(tabId);
      else this.#onChange();
    });
    chrome.tabs.onCreated.addListener((created) => {
      const opener = [...this.#tabs.values()].find(({ opened }) => opened.claim(created));
      if (opener !== undefined && created.active) void reactivate(created.openerTabId, opener.id);
    });
    // A window shows another tab, also when one is moved to it or away from it.
    for (const event of [chrome.tabs.onActivated, chrome.tabs.onAttached, chrome.tabs.onDetached])
      event.addListener(() => this.#forgetFront());
    chrome.tabs.onRemoved.addListener((id) => {
      this.#tabs.get(id)?.onDetached();
      this.#tabs.delete(id);
      this.#agents.delete(id);
      forgetTabPages(id);
      void this.handOver(id);
    });
    this.#ready = this.#restore();
  }

  get driven(): number[] {
    return [...driven];
  }

  async takenBack(): Promise<number[]> {
    await this.#ready;
    return [...takenBack];
  }

  /** Throws if the person took the tab back, or if there is no such tab. */
  async get(tabId: number): Promise<Tab> {
    await this.#ready;
    if (takenBack.has(tabId)) throw takenBackError(tabId);
    const known = this.#tabs.get(tabId);
    if (known !== undefined) return known;
    await tabInfo(tabId);
    const tab = this.#tabs.get(tabId) ?? new Tab(tabId, this.#deps);
    this.#tabs.set(tabId, tab);
    tab.mark.nameAgent(this.#agents.get(tabId) ?? '');
    return tab;
  }

  /** The tab, if an agent has used it. */
  known(tabId: number): Tab | undefined {
    return this.#tabs.get(tabId);
  }

  /** The passwords of all tabs that agents may not read. */
  get maskedPasswords(): string[] {
    return [...this.#tabs.values()].flatMap(({ secrets }) => secrets.masked);
  }

  /** The person takes the tab back in the popup: agents may not use it until it is handed over. */
  async takeBack(tabId: number): Promise<void> {
    const marked = this.#markTakenBack(tabId);
    const tab = this.#tabs.get(tabId);
    const released = tab?.release();
    tab?.onDetached(takenBackError(tabId));
    await Promise.all([marked, released]);
    this.#onChange();
  }

  async handOver(tabId: number): Promise<void> {
    await this.#ready;
    if (takenBack.delete(tabId)) await this.#save();
    this.#onChange();
  }

  /** The name that the mark in the page shows. */
  nameAgent(tabId: number, agent: string): void {
    // An agent can name any number of tabs, also such that do not exist.
    if (this.#agents.size < maxNames || this.#agents.has(tabId)) this.#agents.set(tabId, agent);
    this.#tabs.get(tabId)?.mark.nameAgent(agent);
  }

  /** Name of the agent that used the tab last. */
  agentOf(tabId: number): string {
    return this.#agents.get(tabId) ?? '';
  }

  /** Detaches from all tabs at once; commands that run or wait there end with `reason`. */
  async stopAll(reason: CommandError): Promise<void> {
    const tabs = [...this.#tabs.values()];
    const released = tabs.map((tab) => tab.release());
    for (const tab of tabs) tab.onDetached(reason);
    await Promise.all(released);
    this.#onChange();
  }

  async releaseAll(): Promise<void> {
    await Promise.all([...this.#tabs.values()].map((tab) => tab.release()));
    this.#onChange();
  }

  async #markTakenBack(tabId: number): Promise<void> {
    takenBack.add(tabId);
    await this.#ready;
    await this.#save();
    this.#onChange();
  }

  #forgetFront(): void {
    for (const tab of this.#tabs.values()) tab.inFront.forget();
  }

  /** After a restart of the service worker: tabs that were taken back stay so, and debuggers are detached. */
  async #restore(): Promise<void> {
    const { withheld } = await chrome.storage.session.get('withheld');
    for (const id of withheldSchema.safeParse(withheld).data ?? []) takenBack.add(id);
    const targets = await chrome.debugger.getTargets();
    for (const { tabId, attached } of targets) {
      // Fails if another debugger is attached, such as the person's DevTools.
      if (attached && tabId !== undefined) await chrome.debugger.detach({ tabId }).catch(() => undefined);
    }
  }

  async #save(): Promise<void> {
    await chrome.storage.session.set({ withheld: [...takenBack] });
  }
}

/** Shows the previous tab again: a tab that an agent opened from a hidden tab must not cover what the person sees. */
async function reactivate(previous: number | undefined, opener: number): Promise<void> {
  if (previous !== undefined && previous !== opener) await chrome.tabs.update(previous, { active: true });
}

const maxNames = 1_000;
const withheldSchema = z.array(z.int());
