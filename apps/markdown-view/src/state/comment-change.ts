/** What changed at the passage of a comment, for the person who decides whether it is done. */
import type { MarkdownAnchor } from '@annotate-mcp/core';
import { diffWords, type MarkdownComment, sourceOf } from '@annotate-mcp/markdown';

import type { FoundChanges } from './changes.ts';
import type { ViewState } from './state.ts';

export type CommentChange =
  | { readonly type: 'here'; readonly before: string; readonly after: string }
  /** Indexes of the changes in other passages. */
  | { readonly type: 'elsewhere'; readonly indexes: readonly number[] };

/**
 * The passage as it was quoted and as it is; where the quoted words are unchanged, the block that they are in. `null`
 * when nothing is known to be different.
 */
export function changeOfComment(
  { text, changes }: Pick<ViewState, 'text' | 'changes'>,
  { anchor, anchorState, status, store }: MarkdownComment,
): CommentChange | null {
  // A question that is only asked is newer than the last review: what changed before it is not an answer to it.
  const found = store === 'memory' ? null : changes.found;
  const isPlaced = anchorState === 'placed';
  const block = found && blockChangeOf(found, anchor, isPlaced);
  if (block) return passageIn(block, anchor.quote);
  const now = isPlaced && text !== null ? text.slice(anchor.char_start, anchor.char_end) : anchor.quote;
  if (!isSame(anchor.quote, now)) return { type: 'here', before: anchor.quote, after: now };
  if (found === null || status !== 'resolved') return null;
  return { type: 'elsewhere', indexes: [...found.list.keys()] };
}

interface BlockChange {
  readonly before: string;
  readonly after: string;
}

/** The change of the block that the comment is on. */
function blockChangeOf(found: FoundChanges, anchor: MarkdownAnchor, isPlaced: boolean): BlockChange | null {
  const change = isPlaced ? changeAround(found, anchor) : changeThatRemoved(found, anchor);
  if (change === undefined) return null;
  return { before: sourceOf(found.before, change.before), after: sourceOf(found.after, change.after) };
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
  const at = onlyIndexOf(before.text, quote);
  return list.find(({ before: range }) =>
    before.blocks.slice(range.start, range.end).some(({ start, end }) => start <= at && end > at),
  );
}

function passageIn({ before, after }: BlockChange, quote: string): CommentChange {
  const at = onlyIndexOf(before, quote);
  const now = at === -1 ? quote : followPassage(before, after, at, at + quote.length);
  return isSame(quote, now) ? { type: 'here', before, after } : { type: 'here', before: quote, after: now };
}

/**
 * What a part of `before` became in `after`. Words that came instead of its first or last ones belong to it, which the
 * anchor of a comment cannot know.
 */
export function followPassage(before: string, after: string, start: number, end: number): string {
  let passage = '';
  let at = 0;
  let isReplacing = false;
  for (const { kind, text } of diffWords(before, after)) {
    const isInside = at > start && at < end;
    if (kind === 'added') {
      if (isInside || isReplacing) passage += text;
      continue;
    }
    const [from, to] = [Math.max(start - at, 0), Math.min(end - at, text.length)];
    isReplacing = kind === 'removed' && from < to;
    if (kind === 'same' && from < to) passage += text.slice(from, to);
    at += text.length;
  }
  return passage;
}

function onlyIndexOf(text: string, words: string): number {
  const at = words === '' ? -1 : text.indexOf(words);
  return at === text.lastIndexOf(words) ? at : -1;
}

function isSame(quote: string, now: string): boolean {
  return quote.replace(/\s+/g, ' ').trim() === now.replace(/\s+/g, ' ').trim();
}
