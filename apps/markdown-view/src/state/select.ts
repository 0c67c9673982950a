/** What the screen derives from the state. */
import { isClosed, isWholeDocument, type MarkdownAnchor } from '@annotate-mcp/core';
import { isOpenComment, type MarkdownComment } from '@annotate-mcp/markdown';

import { fieldKey, verdictTextKey, type ViewState, type Writing } from './state.ts';
import { writtenContent } from './written.ts';

/** One comment as it is shown: the server's copy, the text that is being written, or both. */
export interface Item {
  readonly id: string;
  readonly comment: MarkdownComment | null;
  readonly writing: Writing | null;
  readonly anchor: MarkdownAnchor;
  readonly lost: boolean;
}

/** In the order of the text. The filter leaves out closed comments, but never the one that is open on the screen. */
export function itemsOf(state: ViewState): Item[] {
  const ids = new Set([...state.comments.keys(), ...state.writing.keys()]);
  return [...ids]
    .flatMap((id) => itemOf(state, id) ?? [])
    .filter((item) => state.filter === 'all' || isOpen(item) || item.id === state.active)
    .sort(
      (a, b) =>
        Number(isWholeDocument(b.anchor)) - Number(isWholeDocument(a.anchor)) ||
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

function isOpen({ comment }: Item): boolean {
  if (comment === null) return true;
  if (comment.status !== 'resolved') return !isClosed(comment);
  // An agent resolved it with a reply, and its author has not accepted that yet.
  return comment.acceptedAt === undefined && comment.replies.at(-1)?.author === 'agent';
}

/** The author has begun to change the text of this comment, and may still change it. */
export function isEditing({ fieldTexts }: ViewState, { id, status }: MarkdownComment): boolean {
  return status === 'pending' && fieldTexts.has(fieldKey('edit', id));
}

/** What "Submit all" sends: all drafts, including comments that are being written. */
export function batchOf(state: ViewState): Item[] {
  const ids = new Set([...state.comments.keys(), ...state.writing.keys()]);
  return [...ids]
    .flatMap((id) => itemOf(state, id) ?? [])
    .filter(({ comment, writing }) =>
      comment === null
        ? writing !== null && writtenContent(writing) !== null
        : comment.status === 'draft' && comment.origin === undefined,
    );
}

/** Comments that were sent and wait for the agent, such as one on an earlier plan that was re-opened. */
export function countWaiting({ comments }: ViewState): number {
  return [...comments.values()].filter(
    (comment) => comment.status !== 'draft' && isOpenComment(comment) && comment.origin === undefined,
  ).length;
}

/** Comments that came with the repository: no agent sees them until the person adopts them. */
export function foreignComments({ comments }: ViewState): MarkdownComment[] {
  return [...comments.values()].filter(({ origin }) => origin === 'repository');
}

/** Texts that only this tab has: comments that the server did not save, and fields that were not sent. */
export function unsentTexts({ writing, fieldTexts, comments }: ViewState): { quote: string; text: string }[] {
  const unsaved = [...writing].flatMap(([id, written]) => {
    const text = writtenContent(written)?.text;
    const isSaved = text === undefined || comments.get(id)?.annotationText === text;
    return isSaved ? [] : [{ quote: passageOf(written.anchor), text }];
  });
  const unsent = [...fieldTexts].flatMap(([key, text]) => {
    if (key === verdictTextKey) return text.trim() === '' ? [] : [{ quote: wholeDocumentWords, text }];
    const comment = comments.get(key.slice(key.indexOf(':') + 1));
    if (text.trim() === '' || comment === undefined || comment.annotationText === text) return [];
    return [{ quote: passageOf(comment.anchor), text }];
  });
  return [...unsaved, ...unsent];
}

export const wholeDocumentWords = 'Whole document';

/** What a comment is about, in the words of the document if it is a passage. */
function passageOf(anchor: MarkdownAnchor): string {
  return isWholeDocument(anchor) ? wholeDocumentWords : anchor.quote;
}

export function countOpen(state: ViewState): number {
  return itemsOf({ ...state, filter: 'open', active: null }).length;
}

/** New comments have no time yet and are sorted last. */
function createdAt({ comment }: Item): string {
  return comment?.createdAt ?? '~';
}
