import type { Annotation } from '@annotate-mcp/core';

import { groupAnnotations, isSettled, selectListed } from '../../state/select.ts';
import type { OverlayState, Panel } from '../../state/state.ts';

/** What the list shows. "Open" includes annotations that an agent has closed and the person has not accepted yet. */
export function selectReviewed(state: OverlayState, panel: Panel): readonly Annotation[] {
  if (panel.filter !== 'open') return selectListed(state, panel);
  const { drafts, open, closed } = groupAnnotations(state, panel.tab);
  const rest = [...open, ...closed.filter((one) => !isSettled(one))];
  // One order for all, so that items do not jump while an agent works.
  return [...drafts, ...rest.sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))];
}
