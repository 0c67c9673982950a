/** Where a command wants to do something: in a tab, at an address that it goes to, or in the browser's own data. */
import type { CommandType } from '@annotate-mcp/browser-protocol';

import { shownPage } from '../driver/shown-pages.ts';
import type { Tabs } from '../driver/tabs.ts';

import { type PermissionScope, scopeOf } from './permission-scope.ts';

export type CommandScope =
  | { readonly in: 'tab'; readonly tabId: number }
  /** `tabId` is the tab that goes there; `null` if it is still to be opened. */
  | { readonly in: 'address'; readonly url: string; readonly tabId: number | null }
  /** A page of the history of the tab. The agent did not name its address and must not learn it. */
  | { readonly in: 'history'; readonly url: string; readonly tabId: number }
  /** What a frame of the tab shows. `host` is how answers name it. */
  | { readonly in: 'frame'; readonly scope: PermissionScope; readonly host: string; readonly tabId: number }
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

/** What it is about at this moment: a tab may show another page by now. */
export async function scopeNow(
  commandScope: CommandScope,
  tabs: Pick<Tabs, 'get'>,
): Promise<PermissionScope> {
  if (commandScope.in === 'browser') return { kind: 'browser' };
  if (commandScope.in === 'frame') return commandScope.scope;
  if ('url' in commandScope) return scopeOf(commandScope.url);
  // Throws for a tab that the person took back: there is nothing to ask about it.
  await tabs.get(commandScope.tabId);
  const shown = shownPage(commandScope.tabId);
  if (shown !== undefined) return scopeOf(shown.url, shown.origin);
  const { url = '' } = await chrome.tabs.get(commandScope.tabId);
  return scopeOf(url);
}

/** What an error calls it: an address only if the agent has named it itself. */
export function subjectOf(commandScope: CommandScope): string {
  switch (commandScope.in) {
    case 'browser':
      return 'the browser itself';
    case 'tab':
      return `tab ${commandScope.tabId}`;
    case 'frame':
      return `the frame of ${commandScope.host} in tab ${commandScope.tabId}`;
    case 'history':
      return `that page of the history of tab ${commandScope.tabId}`;
    case 'address':
      return commandScope.url.slice(0, 500);
  }
}
