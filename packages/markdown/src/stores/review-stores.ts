/** The three places where comments of one file are kept, and what goes where. */
import { AnnotateError, type Annotation } from '@annotate-mcp/core';
import type { Move } from '@annotate-mcp/store';

import type { CommentStore, MarkdownComment } from '../document/index.ts';
import type { MarkedComment } from '../markers/index.ts';

import { byId, inDocumentOrder, isComment, isForSharing, together } from './comments.ts';
import { inlineCopy } from './reconcile.ts';
import type { StoredComments } from './stored-comments.ts';

/** The file as a store: what its markers hold, where it stands now. */
export interface InlineComments {
  readonly comments: ReadonlyMap<string, MarkedComment>;
  /** Puts these in the place of all that are there. */
  write(comments: readonly MarkedComment[]): void;
}

export class ReviewStores {
  readonly memory: StoredComments;
  readonly sidecar: StoredComments;
  readonly inline: InlineComments;

  constructor(memory: StoredComments, sidecar: StoredComments, inline: InlineComments) {
    this.memory = memory;
    this.sidecar = sidecar;
    this.inline = inline;
  }

  all(): Map<string, MarkdownComment> {
    return together({
      memory: this.memory.comments,
      sidecar: this.sidecar.comments,
      inline: this.inline.comments,
    });
  }

  /** `null` when it is gone. What the move throws is thrown, and nothing is written. */
  async update(id: string, move: Move): Promise<MarkdownComment | null> {
    const comment = this.all().get(id);
    if (comment === undefined) return null;
    if (comment.store === 'inline') return this.#updateInline(comment, move);
    // Out of the file first: if that fails nothing has happened, and the comment does not come back out of it.
    if (this.inline.comments.has(id) && !staysInFile(move(comment))) this.#takeOut(id);
    return (comment.store === 'memory' ? this.memory : this.sidecar).update(id, move);
  }

  /** In one store it is added before it is taken out of the other: a process that ends in between loses nothing. */
  async move(id: string, to: CommentStore): Promise<MarkdownComment | null> {
    const comment = this.all().get(id);
    if (comment === undefined || (comment.store === to && !this.#isInTwo(id))) return comment ?? null;
    switch (to) {
      case 'memory':
        throw notIntoMemory(id);
      case 'inline':
        if (!isForSharing(comment)) throw notForSharing(id);
        this.#put(comment);
        await (comment.store === 'memory' ? this.memory : this.sidecar).remove(id);
        break;
      case 'sidecar':
        await this.sidecar.add(comment);
        if (comment.store === 'memory') await this.memory.remove(id);
        if (this.inline.comments.has(id)) this.#takeOut(id);
    }
    return this.all().get(id) ?? null;
  }

  async #updateInline(comment: MarkdownComment, move: Move): Promise<MarkdownComment | null> {
    const after = move(comment);
    if (after === comment) return comment;
    if (staysInFile(after)) {
      this.#put(after);
      return this.inline.comments.get(comment.id) ?? after;
    }
    this.#takeOut(comment.id);
    // Taken back, not removed: an agent that knows of it has yet to hear that.
    return isComment(after) ? this.memory.add(after) : null;
  }

  #isInTwo(id: string): boolean {
    return this.sidecar.comments.has(id) && this.inline.comments.has(id);
  }

  #put(comment: MarkdownComment): void {
    const next = byId(this.inline.comments.values());
    next.set(comment.id, comment);
    this.inline.write(inDocumentOrder(next.values()).map(inlineCopy));
  }

  #takeOut(id: string): void {
    this.inline.write([...this.inline.comments.values()].filter((comment) => comment.id !== id));
  }
}

function staysInFile(after: Annotation | null): after is MarkdownComment {
  return isComment(after) && isForSharing(after);
}

function notIntoMemory(id: string): AnnotateError {
  return new AnnotateError('annotation/invalid', `Comment ${id} is kept on disk and stays there.`, {
    hint: 'Only "Answer now" keeps a comment in memory.',
  });
}

function notForSharing(id: string): AnnotateError {
  return new AnnotateError('lifecycle/wrong-status', `Comment ${id} is a draft or was taken back.`, {
    hint: 'Submit it first; then it can be written into the file.',
  });
}
