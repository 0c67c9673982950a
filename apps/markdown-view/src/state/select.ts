/** What the screen reads out of the state. */
import type { MarkdownAnchor } from '@annotate-mcp/core';
import type { MarkdownComment } from '@annotate-mcp/markdown';

import type { ViewState, Writing } from './state.ts';

/** One comment as it is shown: what the server has, what is being written over it, or both. */
export interface Item {
  readonly id: string;
  readonly comment: MarkdownComment | null;
  readonly writing: Writing | null;
  readonly anchor: MarkdownAnchor;
  readonly lost: boolean;
}

/** In the order of the text; the filter leaves out what is settled, but never what is unfolded. */
export function itemsOf(state: ViewState): Item[] {
  const ids = new Set([...state.comments.keys(), ...state.writing.keys()]);
  return [...ids]
    .flatMap((id) => itemOf(state, id) ?? [])
    .filter((item) => state.filter === 'all' || isOpen(item) || item.id === state.active)
    .sort(
      (a, b) =>
        a.anchor.char_start - b.anchor.char_start ||
        a.anchor.char_end - b.anchor.char_end ||
        (createdAt(a) < createdAt(b) ? -1 : 1),
    );
}

export function itemOf(state: ViewState, id: string): Item | null {
  const comment = state.comments.get(id) ?? null;
  const writing = state.writing.get(id) ?? null;
  const anchor = comment?.anchor ?? writing?.anchor;
  if (anchor === undefined) return null;
  return { id, comment, writing, anchor, lost: comment !== null && comment.anchorState !== 'placed' };
}

export function isOpen({ comment }: Item): boolean {
  if (comment === null) return true;
  if (comment.status !== 'resolved') return comment.status !== 'dismissed';
  // Done by an agent that says what it did: not over before the person has accepted it.
  return comment.acceptedAt === undefined && comment.replies.at(-1)?.author === 'agent';
}

/** What Submit all would send: everything written and not sent, also what is being written. */
export function batchOf(state: ViewState): Item[] {
  const ids = new Set([...state.comments.keys(), ...state.writing.keys()]);
  return [...ids]
    .flatMap((id) => itemOf(state, id) ?? [])
    .filter(({ comment, writing }) =>
      comment === null ? (writing?.text.trim() ?? '') !== '' : comment.status === 'draft',
    );
}

/** What was typed and is nowhere but in this tab: the server has not got it, or gets it only when it is sent. */
export function onlyHere({ writing, kept, comments }: ViewState): { quote: string; text: string }[] {
  const unsaved = [...writing].flatMap(([id, { anchor, text }]) =>
    text.trim() === '' || comments.get(id)?.annotationText === text ? [] : [{ quote: anchor.quote, text }],
  );
  const unsent = [...kept].flatMap(([key, text]) => {
    const comment = comments.get(key.slice(key.indexOf(':') + 1));
    if (text.trim() === '' || comment === undefined || comment.annotationText === text) return [];
    return [{ quote: comment.anchor.quote, text }];
  });
  return [...unsaved, ...unsent];
}

export function countOpen(state: ViewState): number {
  return itemsOf({ ...state, filter: 'open', active: null }).length;
}

/** Somebody new writes last: they have no time yet. */
function createdAt({ comment }: Item): string {
  return comment?.createdAt ?? '~';
}
