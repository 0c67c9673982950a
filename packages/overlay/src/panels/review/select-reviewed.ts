import type { Annotation } from '@annotate-mcp/core';

import { grouped, isSettled, listed } from '../../state/select.ts';
import type { OverlayState, Panel } from '../../state/state.ts';

/** What the list shows. Open is also what an agent has closed and the reviewer has not agreed with yet. */
export function reviewed(state: OverlayState, panel: Panel): readonly Annotation[] {
  if (panel.filter !== 'open') return listed(state, panel);
  const { drafts, open, closed } = grouped(state, panel.tab);
  const rest = [...open, ...closed.filter((one) => !isSettled(one))];
  // One order for all: nothing jumps while an agent works.
  return [...drafts, ...rest.sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt))];
}
