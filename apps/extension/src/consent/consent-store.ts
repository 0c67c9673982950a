/** What the person decided, kept in memory so that a check costs no time, and in Chrome's storage so that it lasts. */
import { SerialQueue } from '@annotate-mcp/core';

import { type ConsentRules, decide, type Decision, type PermissionRequest } from './decide.ts';
import { scopeOf, siteOf } from './permission-scope.ts';
import {
  type Consent,
  type Permission,
  neverPatterns,
  parseConsent,
  type SiteSettings,
  type SiteDecision,
  type TabGrants,
  tabGrantsSchema,
} from './settings.ts';
import { matcherOf } from './site-pattern.ts';

const consentKey = 'consent';
const tabsKey = 'consentTabs';

export class ConsentStore {
  readonly ready: Promise<void>;
  readonly #onChange: () => void;
  readonly #writes = new SerialQueue();
  #rules: ConsentRules = rulesOf(parseConsent(null), {});

  /** `onChange` is called after each change, also one that a page of the extension made. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
    chrome.storage.local.onChanged.addListener((changes) => {
      // Read again, because the reported value may be older than what was written meanwhile.
      if (changes[consentKey] !== undefined) void this.#writes.run(() => this.#load());
    });
    chrome.tabs.onRemoved.addListener((tabId) => void this.forgetTab(tabId));
    this.ready = this.#load();
  }

  get consent(): Consent {
    return this.#rules.consent;
  }

  get tabs(): TabGrants {
    return this.#rules.tabs;
  }

  decide(request: PermissionRequest): Decision {
    return decide(this.#rules, request);
  }

  /** Whether the person allowed this on the site itself. What "allow everything" allows does not count. */
  hasGranted(url: string, permission: Permission): boolean {
    const scope = scopeOf(url);
    const site = siteOf(scope);
    const isGranted = site !== null && this.consent.sites[site]?.[permission] === 'always';
    return isGranted && this.decide({ scope, permission, tabId: null }) === 'allow';
  }

  async update(change: (consent: Consent) => Consent): Promise<void> {
    await this.#writes.run(async () => {
      await this.ready;
      const next = change(this.#rules.consent);
      // At once, and not only when Chrome reports the change: the next check must know it.
      this.#set(next, this.#rules.tabs);
      await chrome.storage.local.set({ [consentKey]: next });
    });
  }

  async updateSite(site: string, change: SiteSettings): Promise<void> {
    await this.update((consent) => {
      const before = Object.hasOwn(consent.sites, site) ? consent.sites[site] : {};
      return { ...consent, sites: { ...consent.sites, [site]: { ...before, ...change } } };
    });
  }

  /** `null` removes the decision, so that the person is asked again. */
  async setSiteDecision(site: string, permission: Permission, decision: SiteDecision | null): Promise<void> {
    if (decision !== null) {
      await this.updateSite(site, { [permission]: decision });
      return;
    }
    await this.update((consent) => {
      const { [permission]: _, ...others } = consent.sites[site] ?? {};
      return { ...consent, sites: { ...consent.sites, [site]: others } };
    });
  }

  async forgetSite(site: string): Promise<void> {
    await this.update((consent) => {
      const { [site]: _, ...sites } = consent.sites;
      return { ...consent, sites };
    });
    await this.#updateTabs((tabs) =>
      Object.fromEntries(
        Object.entries(tabs).map(([tabId, { [site]: _, ...others }]) => [tabId, others] as const),
      ),
    );
  }

  async grantTab(tabId: number, site: string, permission: Permission): Promise<void> {
    await this.#updateTabs((tabs) => {
      const ofTab = tabs[tabId] ?? {};
      const held = new Set([...(ofTab[site] ?? []), permission]);
      return { ...tabs, [tabId]: { ...ofTab, [site]: [...held] } };
    });
  }

  async forgetTab(tabId: number): Promise<void> {
    await this.ready;
    if (this.#rules.tabs[tabId] === undefined) return;
    await this.#updateTabs(({ [tabId]: _, ...others }) => others);
  }

  async #updateTabs(change: (tabs: TabGrants) => TabGrants): Promise<void> {
    await this.#writes.run(async () => {
      await this.ready;
      const next = change(this.#rules.tabs);
      this.#set(this.#rules.consent, next);
      await chrome.storage.session.set({ [tabsKey]: next });
    });
  }

  async #load(): Promise<void> {
    const [local, session] = await Promise.all([
      chrome.storage.local.get(consentKey),
      chrome.storage.session.get(tabsKey),
    ]);
    const tabs = tabGrantsSchema.safeParse(session[tabsKey]).data ?? {};
    this.#set(parseConsent(local[consentKey]), tabs);
  }

  #set(consent: Consent, tabs: TabGrants): void {
    this.#rules = rulesOf(consent, tabs, this.#rules);
    this.#onChange();
  }
}

function rulesOf(consent: Consent, tabs: TabGrants, before?: ConsentRules): ConsentRules {
  if (before?.consent === consent) return { ...before, tabs };
  return { consent, tabs, isNeverDriven: matcherOf(neverPatterns(consent)) };
}
