/** Not part of the first load: it is fetched when a person copies. */
import { annotationsToMarkdown } from '@annotate-mcp/core';

import { groupAnnotations } from '../state/select.ts';
import type { OverlayState, PanelTab } from '../state/state.ts';

export interface MarkdownExport {
  /** `null` when there is nothing to copy. */
  readonly markdown: string | null;
  /** Tells the person what was copied. */
  readonly notice: string;
}

export function exportMarkdown(state: OverlayState, tab: PanelTab, at: Date): MarkdownExport {
  const { drafts, open, closed } = groupAnnotations(state, tab);
  const all = [...drafts, ...open, ...closed];
  if (all.length === 0)
    return {
      markdown: null,
      notice: `There is nothing to copy ${tab === 'page' ? 'on this page ' : ''}yet.`,
    };
  const what = all.length === 1 ? 'One comment' : `${all.length} comments`;
  return { markdown: annotationsToMarkdown(all, at), notice: `${what} copied as Markdown.` };
}
