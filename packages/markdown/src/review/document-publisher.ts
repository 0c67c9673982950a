/** Tells the listeners of a document what is different since the state that was published before. */
import { isDeepStrictEqual } from 'node:util';

import { isLeftToPerson, isVisibleToAgents } from '@annotate-mcp/core';

import type { Comments } from '../stores/comments.ts';
import { isOpenComment, type MarkdownComment } from '../view-messages.ts';

import type { DocumentState } from './document-state.ts';
import type { DocumentEvent } from './markdown-document.ts';

export class DocumentPublisher {
  readonly #listeners = new Set<(event: DocumentEvent) => void>();
  #state: DocumentState;

  constructor(state: DocumentState) {
    this.#state = state;
  }

  /** As it was published last. */
  get state(): DocumentState {
    return this.#state;
  }

  subscribe(listener: (event: DocumentEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Comments go before the file, because a view reads the text when it hears of it; `submitted` events go last. */
  publish(state: DocumentState): void {
    const before = this.#state;
    this.#state = state;
    const [comments, ...submitted] = commentEvents(before.comments, state.comments);
    if (comments !== undefined) this.emit(comments);
    if (!isDeepStrictEqual(before.fileMeta, state.fileMeta))
      this.emit({ type: 'file', fileMeta: state.fileMeta });
    if (before.mirror !== state.mirror) this.emit({ type: 'mirror', mirror: state.mirror });
    const reviewedSha = state.reviewed?.sha ?? null;
    if ((before.reviewed?.sha ?? null) !== reviewedSha) this.emit({ type: 'reviewed', reviewedSha });
    if (before.problem !== state.problem) this.emit({ type: 'problem', problem: state.problem });
    if (!isDeepStrictEqual(before.verdict, state.verdict))
      this.emit({ type: 'verdict', verdict: state.verdict });
    for (const event of submitted) this.emit(event);
  }

  removeListeners(): void {
    this.#listeners.clear();
  }

  /** For events about what the state does not contain. */
  emit(event: DocumentEvent): void {
    for (const listener of this.#listeners) listener(event);
  }
}

/** The events that lead from one state of a document's comments to another, in the order in which they are sent. */
export function commentEvents(before: Comments, after: Comments): DocumentEvent[] {
  const changed = [...after.values()].filter(
    (comment) => !isDeepStrictEqual(before.get(comment.id), comment),
  );
  const removed = [...before.keys()].filter((id) => !after.has(id));
  if (changed.length + removed.length === 0) return [];
  const requests = changed.filter((comment) => isNewRequest(before.get(comment.id), comment));
  return [
    { type: 'comments', changed, removed },
    ...submittedEvent(
      requests.filter(({ store }) => store === 'memory'),
      'now',
    ),
    ...submittedEvent(
      requests.filter(({ store }) => store !== 'memory'),
      'batch',
    ),
  ];
}

function submittedEvent(comments: readonly MarkdownComment[], lane: 'batch' | 'now'): DocumentEvent[] {
  return comments.length === 0 ? [] : [{ type: 'submitted', ids: comments.map(({ id }) => id), lane }];
}

/** Whether the person has just asked an agent for something. Comments that came with the file were sent elsewhere before. */
function isNewRequest(before: MarkdownComment | undefined, after: MarkdownComment): boolean {
  if (!isOpenComment(after) || !isVisibleToAgents(after) || isLeftToPerson(after)) return false;
  if (before === undefined) return after.store !== 'inline';
  if (!isVisibleToAgents(before)) return true;
  return !isOpenComment(before) || (before.intent === 'review' && after.intent === 'edit');
}
