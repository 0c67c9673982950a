/** The tabs that agents control. Forwards Chrome's events to the tab they are about. */
import { z } from 'zod';

import { CommandError } from './command-error.ts';
import { forgetTabPages } from './shown-pages.ts';
import { driven, tabInfo } from './tab-info.ts';
import { Tab } from './tab.ts';

export class Tabs {
  readonly #tabs = new Map<number, Tab>();
  readonly #takenBack = new Set<number>();
  readonly #agentSource: () => Promise<string>;
  readonly #onChange: () => void;
  readonly #ready: Promise<void>;

  constructor(agentSource: () => Promise<string>, onChange: () => void) {
    this.#agentSource = agentSource;
    this.#onChange = onChange;
    chrome.debugger.onEvent.addListener(({ tabId, sessionId }, method, params) => {
      if (tabId !== undefined) this.#tabs.get(tabId)?.cdp.dispatch(method, params, sessionId);
    });
    chrome.debugger.onDetach.addListener(({ tabId }, reason) => {
      if (tabId === undefined) return;
      this.#tabs.get(tabId)?.onDetached();
      if (reason === 'canceled_by_user') void this.#markTakenBack(tabId);
      else this.#onChange();
    });
    chrome.tabs.onCreated.addListener((created) => {
      const opener = [...this.#tabs.values()].find(({ opened }) => opened.claim(created));
      if (opener !== undefined && created.active) void reactivate(created.openerTabId, opener.id);
    });
    chrome.tabs.onRemoved.addListener((id) => {
      this.#tabs.get(id)?.onDetached();
      this.#tabs.delete(id);
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
    return [...this.#takenBack];
  }

  /** Throws if the person took the tab back, or if there is no such tab. */
  async get(tabId: number): Promise<Tab> {
    await this.#ready;
    if (this.#takenBack.has(tabId)) throw takenBackError(tabId);
    const known = this.#tabs.get(tabId);
    if (known !== undefined) return known;
    await tabInfo(tabId);
    const tab = this.#tabs.get(tabId) ?? new Tab(tabId, this.#agentSource, this.#onChange);
    this.#tabs.set(tabId, tab);
    return tab;
  }

  /** The tab, if an agent has used it. */
  known(tabId: number): Tab | undefined {
    return this.#tabs.get(tabId);
  }

  /** The person takes the tab back in the popup: agents may not use it until it is handed over. */
  async takeBack(tabId: number): Promise<void> {
    await this.#markTakenBack(tabId);
    const tab = this.#tabs.get(tabId);
    await tab?.release();
    tab?.onDetached();
    this.#onChange();
  }

  async handOver(tabId: number): Promise<void> {
    await this.#ready;
    if (this.#takenBack.delete(tabId)) await this.#save();
    this.#onChange();
  }

  async releaseAll(): Promise<void> {
    await Promise.all([...this.#tabs.values()].map((tab) => tab.release()));
    this.#onChange();
  }

  async #markTakenBack(tabId: number): Promise<void> {
    await this.#ready;
    this.#takenBack.add(tabId);
    await this.#save();
    this.#onChange();
  }

  /** After a restart of the service worker: tabs that were taken back stay so, and debuggers are detached. */
  async #restore(): Promise<void> {
    const { withheld } = await chrome.storage.session.get('withheld');
    for (const id of withheldSchema.safeParse(withheld).data ?? []) this.#takenBack.add(id);
    const targets = await chrome.debugger.getTargets();
    for (const { tabId, attached } of targets) {
      // Fails if another debugger is attached, such as the person's DevTools.
      if (attached && tabId !== undefined) await chrome.debugger.detach({ tabId }).catch(() => undefined);
    }
  }

  async #save(): Promise<void> {
    await chrome.storage.session.set({ withheld: [...this.#takenBack] });
  }
}

/** Shows the previous tab again: a tab that an agent opened from a hidden tab must not cover what the person sees. */
async function reactivate(previous: number | undefined, opener: number): Promise<void> {
  if (previous !== undefined && previous !== opener) await chrome.tabs.update(previous, { active: true });
}

const withheldSchema = z.array(z.int());

function takenBackError(id: number): CommandError {
  return new CommandError(
    'tab/taken-back',
    `The person took tab ${id} back.`,
    'Do not use it; open another tab with browser_create_tab, or ask the person to hand it over in the popup.',
  );
}
