/** The rules of consent, in order: what the person forbade, then what they allowed, otherwise they are asked. */
import { type PermissionScope, siteOf } from './permission-scope.ts';
import type { Consent, Permission, SiteSettings, TabGrants } from './settings.ts';

export interface ConsentRules {
  readonly consent: Consent;
  /** Whether the address is on the list of sites that are never driven. */
  readonly isNeverDriven: (url: string) => boolean;
  readonly tabs: TabGrants;
}

export interface PermissionRequest {
  readonly scope: PermissionScope;
  readonly permission: Permission;
  /** `null` for a tab that is still to be opened, and where the request is about no tab. */
  readonly tabId: number | null;
}

export type Refusal = 'never-driven' | 'never' | 'read-only' | 'closed' | 'blank';
export type Decision = 'allow' | 'ask' | { readonly refused: Refusal };

export function decide({ consent, isNeverDriven, tabs }: ConsentRules, request: PermissionRequest): Decision {
  const { scope, permission, tabId } = request;
  if (scope.kind === 'closed') return { refused: 'closed' };
  if (scope.kind === 'site' && isNeverDriven(scope.url)) return { refused: 'never-driven' };
  const site = siteOf(scope);
  const decided = site === null ? {} : settingsOf(consent, site);
  if (decided.read === 'never') return { refused: 'never-driven' };
  if (consent.readOnly && changes[permission]) return { refused: 'read-only' };
  // It has no name by which the person could be asked, and its code could show and use any site in a frame.
  if (scope.kind === 'blank' && permission === 'script') return { refused: 'blank' };
  if (decided[permission] === 'never') return { refused: 'never' };
  if (site === null || consent.mode === 'allow') return 'allow';
  const held = tabId === null ? [] : (tabs[tabId]?.[site] ?? []);
  const isAllowed = includedIn[permission].some((each) => decided[each] === 'always' || held.includes(each));
  return isAllowed ? 'allow' : 'ask';
}

function settingsOf({ sites }: Consent, site: string): SiteSettings {
  return Object.hasOwn(sites, site) ? (sites[site] ?? {}) : {};
}

const changes: Readonly<Record<Permission, boolean>> = {
  read: false,
  act: true,
  script: true,
  secrets: false,
  paste: false,
};

/** The permissions that include the one that is needed. Nothing includes `secrets` and `paste`, and only itself `script`. */
const includedIn: Readonly<Record<Permission, readonly Permission[]>> = {
  read: ['read', 'act', 'script'],
  act: ['act', 'script'],
  script: ['script'],
  secrets: ['secrets'],
  paste: ['paste'],
};

/** Whether a permission that is held is enough for one that is needed. */
export function includes(held: Permission, needed: Permission): boolean {
  return includedIn[needed].includes(held);
}
