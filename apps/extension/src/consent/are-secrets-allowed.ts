import type { ConsentStore } from './consent-store.ts';
import { decide } from './decide.ts';
import { scopeOf } from './permission-scope.ts';

/**
 * Whether agents may read the values of password fields, or what was pasted, on this page. Only the person's word for this very site counts:
 * a person who allows everything did not think of passwords.
 */
export async function areSecretsAllowed(
  store: ConsentStore,
  permission: 'secrets' | 'paste',
  url: string,
  tabId: number,
): Promise<boolean> {
  await store.ready;
  const { consent, tabs } = store;
  const rules = { consent: { ...consent, mode: 'ask' as const }, tabs, isNeverDriven: () => false };
  return decide(rules, { scope: scopeOf(url), permission, tabId }) === 'allow';
}
