/** Which tabs are driven. Hears the browser's events and passes them to the tab they are about. */
import { z } from 'zod';

import { Faulty } from './fault.ts';
import { driven, tabInfo } from './tab-info.ts';
import { Tab } from './tab.ts';

export class Tabs {
  readonly #tabs = new Map<number, Tab>();
  readonly #takenBack = new Set<number>();
  readonly #agentSource: () => Promise<string>;
  readonly #changed: () => void;
  readonly #ready: Promise<void>;

  constructor(agentSource: () => Promise<string>, changed: () => void) {
    this.#agentSource = agentSource;
    this.#changed = changed;
    chrome.debugger.onEvent.addListener(({ tabId, sessionId }, method, params) => {
      if (tabId !== undefined) this.#tabs.get(tabId)?.cdp.hear(method, params, sessionId);
    });
    chrome.debugger.onDetach.addListener(({ tabId }, reason) => {
      if (tabId === undefined) return;
      this.#tabs.get(tabId)?.detached();
      if (reason === 'canceled_by_user') void this.#withhold(tabId);
      else this.#changed();
    });
    chrome.tabs.onCreated.addListener((created) => {
      const opener = [...this.#tabs.values()].find(({ opened }) => opened.claim(created));
      if (opener !== undefined && created.active) void stayWith(created.openerTabId, opener.id);
    });
    chrome.tabs.onRemoved.addListener((id) => {
      this.#tabs.get(id)?.detached();
      this.#tabs.delete(id);
      void this.giveAgain(id);
    });
    this.#ready = this.#recall();
  }

  get driven(): number[] {
    return [...driven];
  }

  async withheld(): Promise<number[]> {
    await this.#ready;
    return [...this.#takenBack];
  }

  async take(tabId: number): Promise<Tab> {
    await this.#ready;
    if (this.#takenBack.has(tabId)) throw takenBack(tabId);
    const known = this.#tabs.get(tabId);
    if (known !== undefined) return known;
    await tabInfo(tabId);
    const tab = this.#tabs.get(tabId) ?? new Tab(tabId, this.#agentSource, this.#changed);
    this.#tabs.set(tabId, tab);
    return tab;
  }

  /** The person stops it in the popup, or lets it go on. */
  async takeBack(tabId: number): Promise<void> {
    await this.#withhold(tabId);
    const tab = this.#tabs.get(tabId);
    await tab?.release();
    tab?.detached();
    this.#changed();
  }

  async giveAgain(tabId: number): Promise<void> {
    await this.#ready;
    if (this.#takenBack.delete(tabId)) await this.#remember();
    this.#changed();
  }

  async releaseAll(): Promise<void> {
    await Promise.all([...this.#tabs.values()].map((tab) => tab.release()));
    this.#changed();
  }

  async #withhold(tabId: number): Promise<void> {
    await this.#ready;
    this.#takenBack.add(tabId);
    await this.#remember();
    this.#changed();
  }

  /** What the person took back stays theirs when this worker is stopped; what it drove is let go. */
  async #recall(): Promise<void> {
    const { withheld } = await chrome.storage.session.get('withheld');
    for (const id of withheldSchema.safeParse(withheld).data ?? []) this.#takenBack.add(id);
    const targets = await chrome.debugger.getTargets();
    for (const { tabId, attached } of targets) {
      // Not ours to detach when the person has the browser's own tools open there.
      if (attached && tabId !== undefined) await chrome.debugger.detach({ tabId }).catch(() => undefined);
    }
  }

  async #remember(): Promise<void> {
    await chrome.storage.session.set({ withheld: [...this.#takenBack] });
  }
}

/** What an agent opens from a hidden tab must not come before what the person looks at. */
async function stayWith(previous: number | undefined, opener: number): Promise<void> {
  if (previous !== undefined && previous !== opener) await chrome.tabs.update(previous, { active: true });
}

const withheldSchema = z.array(z.int());

function takenBack(id: number): Faulty {
  return new Faulty(
    'tab/taken-back',
    `The person took tab ${id} back.`,
    'Leave it to them; open a tab of your own with browser_create_tab, or ask them to hand it over in the popup.',
  );
}
