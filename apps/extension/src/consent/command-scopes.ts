/** Where a command wants to do something: in a tab, at an address that it goes to, or in the browser's own data. */
import type { CommandType } from '@annotate-mcp/browser-protocol';

export type CommandScope =
  | { readonly in: 'tab'; readonly tabId: number }
  /** `tabId` is the tab that goes there; `null` if it is still to be opened. */
  | { readonly in: 'address'; readonly url: string; readonly tabId: number | null }
  /** A page of the history of the tab. The agent did not name its address and must not learn it. */
  | { readonly in: 'history'; readonly url: string; readonly tabId: number }
  | { readonly in: 'browser' };

/** `params` are valid for the command. */
export function scopesOf(type: CommandType, params: object): readonly CommandScope[] {
  const tabId = 'tabId' in params && typeof params.tabId === 'number' ? params.tabId : null;
  const url = addressIn(type, params);
  const scopes: CommandScope[] = [];
  if (tabId !== null) scopes.push({ in: 'tab', tabId });
  if (url !== null) scopes.push({ in: 'address', url, tabId });
  return scopes.length === 0 ? [{ in: 'browser' }] : scopes;
}

function addressIn(type: CommandType, params: object): string | null {
  if (type === 'create_tab') return 'url' in params ? String(params.url) : null;
  if (type !== 'navigate' || !('to' in params)) return null;
  const { to } = params;
  return typeof to === 'object' && to !== null && 'url' in to ? String(to.url) : null;
}
