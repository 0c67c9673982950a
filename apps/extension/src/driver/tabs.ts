/** Which tabs are driven. Hears the browser's events and passes them to the tab they are about. */
import { Faulty } from './fault.ts';
import { tabInfo } from './tab-info.ts';
import { Tab } from './tab.ts';

export class Tabs {
  readonly #tabs = new Map<number, Tab>();
  readonly #takenBack = new Set<number>();
  readonly #agentSource: () => Promise<string>;
  readonly #changed: () => void;

  constructor(agentSource: () => Promise<string>, changed: () => void) {
    this.#agentSource = agentSource;
    this.#changed = changed;
    chrome.debugger.onEvent.addListener(({ tabId, sessionId }, method, params) => {
      if (tabId !== undefined) this.#tabs.get(tabId)?.cdp.hear(method, params, sessionId);
    });
    chrome.debugger.onDetach.addListener(({ tabId }, reason) => {
      if (tabId === undefined) return;
      this.#tabs.get(tabId)?.detached();
      if (reason === 'canceled_by_user') this.#takenBack.add(tabId);
      this.#changed();
    });
    chrome.tabs.onCreated.addListener(({ id, openerTabId }) => {
      if (id !== undefined && openerTabId !== undefined) this.#tabs.get(openerTabId)?.hasOpened(id);
    });
    chrome.tabs.onRemoved.addListener((id) => {
      this.#tabs.delete(id);
      this.#takenBack.delete(id);
      this.#changed();
    });
  }

  get driven(): number[] {
    return [...this.#tabs.values()].filter(({ isAttached }) => isAttached).map(({ id }) => id);
  }

  get withheld(): number[] {
    return [...this.#takenBack];
  }

  async take(tabId: number): Promise<Tab> {
    if (this.#takenBack.has(tabId)) throw takenBack(tabId);
    const known = this.#tabs.get(tabId);
    if (known !== undefined) return known;
    await tabInfo(tabId);
    const tab = this.#tabs.get(tabId) ?? new Tab(tabId, this.#agentSource);
    this.#tabs.set(tabId, tab);
    this.#changed();
    return tab;
  }

  /** The person stops it in the popup, or lets it go on. */
  async takeBack(tabId: number): Promise<void> {
    this.#takenBack.add(tabId);
    await this.#tabs.get(tabId)?.release();
    this.#changed();
  }

  giveAgain(tabId: number): void {
    this.#takenBack.delete(tabId);
    this.#changed();
  }

  async releaseAll(): Promise<void> {
    await Promise.all([...this.#tabs.values()].map((tab) => tab.release()));
    this.#changed();
  }
}

function takenBack(id: number): Faulty {
  return new Faulty(
    'tab/taken-back',
    `The person took tab ${id} back.`,
    'Leave it to them; open a tab of your own with browser_create_tab, or ask them to hand it over in the popup.',
  );
}
