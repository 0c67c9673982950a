/** Loaded when somebody copies, and not with every page. */
import { annotationsToMarkdown } from '@annotate-mcp/core';

import { grouped } from './state/select.ts';
import type { OverlayState, PanelTab } from './state/state.ts';

/** What to copy, and what to say about it; `null` when there is nothing. */
export function markdownOf(
  state: OverlayState,
  tab: PanelTab,
  at: Date,
): { markdown: string | null; said: string } {
  const { drafts, open, closed } = grouped(state, tab);
  const all = [...drafts, ...open, ...closed];
  if (all.length === 0)
    return { markdown: null, said: `There is nothing to copy ${tab === 'page' ? 'on this page ' : ''}yet.` };
  const what = all.length === 1 ? 'One comment' : `${all.length} comments`;
  return { markdown: annotationsToMarkdown(all, at), said: `${what} copied as Markdown.` };
}
