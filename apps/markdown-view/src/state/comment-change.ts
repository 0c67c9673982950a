/** What changed at the passage of a comment, for the person who decides whether it is done. */
import type { MarkdownAnchor } from '@annotate-mcp/core';
import { type MarkdownComment, sourceOf } from '@annotate-mcp/markdown';

import type { FoundChanges } from './changes.ts';
import type { ViewState } from './state.ts';

export type CommentChange =
  | { readonly type: 'here'; readonly before: string; readonly after: string }
  /** Indexes of the changes in other passages. */
  | { readonly type: 'elsewhere'; readonly indexes: readonly number[] };

/**
 * The passage as it was quoted and as it is; where the quoted words are unchanged or gone, the block that they are or
 * were in. `null` when nothing is known to be different.
 */
export function changeOfComment(
  { text, changes: { found } }: Pick<ViewState, 'text' | 'changes'>,
  { anchor, anchorState, status }: MarkdownComment,
): CommentChange | null {
  const isPlaced = anchorState === 'placed';
  const now = isPlaced && text !== null ? text.slice(anchor.char_start, anchor.char_end) : anchor.quote;
  if (!isSame(anchor.quote, now) && now.trim() !== '')
    return { type: 'here', before: anchor.quote, after: now };
  if (found === null) return null;
  const change = isPlaced ? changeAround(found, anchor) : changeThatRemoved(found, anchor);
  if (change !== undefined)
    return {
      type: 'here',
      before: sourceOf(found.before, change.before),
      after: sourceOf(found.after, change.after),
    };
  return status === 'resolved' ? { type: 'elsewhere', indexes: [...found.list.keys()] } : null;
}

function changeAround({ list, after }: FoundChanges, { char_start, char_end }: MarkdownAnchor) {
  return list.find(
    ({ kind, after: range }) =>
      kind !== 'moved' &&
      after.blocks
        .slice(range.start, range.end)
        .some(({ start, end }) => start < char_end && end > char_start),
  );
}

/** Only a quote that was in one place says which block held it. */
function changeThatRemoved({ list, before }: FoundChanges, { quote }: MarkdownAnchor) {
  const at = quote === '' ? -1 : before.text.indexOf(quote);
  if (at === -1 || at !== before.text.lastIndexOf(quote)) return undefined;
  return list.find(({ before: range }) =>
    before.blocks.slice(range.start, range.end).some(({ start, end }) => start <= at && end > at),
  );
}

function isSame(quote: string, now: string): boolean {
  return quote.replace(/\s+/g, ' ').trim() === now.replace(/\s+/g, ' ').trim();
}
