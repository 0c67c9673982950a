import type { MarkdownAnchor } from './annotation.ts';
import { isSameAnchor } from './is-same-anchor.ts';

/** The anchor of a comment on a whole document. It covers no passage, so that no edit can move it or make it stale. */
export const wholeDocument: Readonly<MarkdownAnchor> = {
  line_start: 1,
  line_end: 1,
  char_start: 0,
  char_end: 0,
  block_id: '',
  quote: '',
  context_before: '',
  context_after: '',
};

export function isWholeDocument(anchor: MarkdownAnchor): boolean {
  return isSameAnchor(anchor, wholeDocument);
}
