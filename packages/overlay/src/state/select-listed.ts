import { type Annotation, isPlacedOnly } from '@annotate-mcp/core';

import { isUnread } from '../attention/unread.ts';

import { everyOne, groupAnnotations } from './select.ts';
import type { OverlayState, Panel, PanelTab } from './state.ts';

/** What the list shows: drafts count as open and come first. */
export function selectListed(state: OverlayState, { tab, filter }: Panel): readonly Annotation[] {
  const { drafts, open, closed } = groupAnnotations(state, tab);
  if (filter === 'open') return [...drafts, ...open];
  if (filter === 'closed') return closed;
  if (filter === 'unread') return everyOne({ drafts, open, closed }).filter((one) => isUnread(state, one));
  return everyOne({ drafts, open, closed }).filter(({ status }) => status === filter);
}

/** Whether the page has all annotations of the tab, be it in brief. Most projects are small enough to be sent at once. */
export function hasAll({ rest }: OverlayState, tab: PanelTab): boolean {
  return tab === 'page' || rest === null || (rest.next.open === null && rest.next.closed === null);
}

/** Whether the hub has more of the annotation than this page. */
export function isPartial({ annotations, rest }: OverlayState, id: string): boolean {
  if (rest === null) return false;
  const known = annotations.get(id);
  return rest.briefs.has(id) || (known !== undefined && isPlacedOnly(known));
}
