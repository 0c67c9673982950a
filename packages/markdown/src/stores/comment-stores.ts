/** The three stores of one document's comments, and which comment belongs into which. */
import { AnnotateError, type Annotation } from '@annotate-mcp/core';
import type { UpdateAnnotation } from '@annotate-mcp/store';

import { type MarkedComment, recordOf } from '../markers/index.ts';
import type { CommentStore, MarkdownComment } from '../view-messages.ts';

import type { CommentProvenance } from './comment-provenance.ts';
import { byId, combineStores, inDocumentOrder, isComment, isShareable } from './comments.ts';
import { inlineCopy } from './reconcile.ts';
import type { StoredComments } from './stored-comments.ts';

/** The file as a store: the comments of its markers, with their current placements. */
export interface InlineComments {
  readonly comments: ReadonlyMap<string, MarkedComment>;
  /** Replaces all that are there. */
  write(comments: readonly MarkedComment[]): void;
}

export interface CommentStoresDeps {
  memory: StoredComments;
  sidecar: StoredComments;
  inline: InlineComments;
  provenance: CommentProvenance;
}

/**
 * Comments in a store have the origin `repository` unless this user wrote them, also in a repository that the user
 * trusts: trust decides what is shown, and never what is stored.
 */
export class CommentStores {
  readonly memory: StoredComments;
  readonly sidecar: StoredComments;
  readonly inline: InlineComments;
  readonly provenance: CommentProvenance;

  constructor({ memory, sidecar, inline, provenance }: CommentStoresDeps) {
    this.memory = memory;
    this.sidecar = sidecar;
    this.inline = inline;
    this.provenance = provenance;
  }

  all(): Map<string, MarkdownComment> {
    return new Map([...this.#stored()].map(([id, comment]) => [id, this.provenance.shown(comment)]));
  }

  #stored(): Map<string, MarkdownComment> {
    return combineStores({
      memory: this.memory.comments,
      sidecar: this.sidecar.comments,
      inline: this.inline.comments,
    });
  }

  /**
   * From now on these comments are the user's own, each as it is shown: a copy of it in another store may say something
   * else, and stays what it is.
   */
  async adopt(ids: ReadonlySet<string>): Promise<void> {
    const shown = [...this.all().values()].filter(({ id }) => ids.has(id));
    const inline = new Set(shown.filter(({ store }) => store === 'inline').map(({ id }) => id));
    const adopted = (comment: MarkedComment) => (inline.has(comment.id) ? recordOf(comment) : comment);
    const comments = [...this.inline.comments.values()];
    if (comments.some((comment) => adopted(comment) !== comment)) this.inline.write(comments.map(adopted));
    const sidecar = shown.filter(({ store, origin }) => store === 'sidecar' && origin !== undefined);
    if (sidecar.length > 0) await this.sidecar.adopt(sidecar.map(({ id }) => id));
  }

  /** `null` when the comment is gone. When `move` throws, so does this, and nothing is written. */
  async update(id: string, move: UpdateAnnotation): Promise<MarkdownComment | null> {
    const comment = this.all().get(id);
    if (comment === undefined) return null;
    if (comment.store === 'inline') return this.#updateInline(comment, move);
    // Removed from the file first: if that fails nothing has changed, and the comment cannot be imported again.
    if (this.inline.comments.has(id) && !staysInFile(move(comment))) this.#removeInline(id);
    const store = comment.store === 'memory' ? this.memory : this.sidecar;
    const after = await store.update(id, (stored) => this.#moveShown(stored, move));
    return after === null ? null : this.provenance.shown(after);
  }

  /** Added to one store before it is removed from the other: a process that ends in between loses nothing. */
  async putInto(id: string, store: CommentStore): Promise<MarkdownComment | null> {
    const comment = this.all().get(id);
    if (comment === undefined || (comment.store === store && !this.#isExported(id))) return comment ?? null;
    switch (store) {
      case 'memory':
        throw notForMemoryError(id);
      case 'inline':
        if (!isShareable(comment)) throw notShareableError(id);
        this.#writeInline(comment);
        await (comment.store === 'memory' ? this.memory : this.sidecar).remove(id);
        break;
      case 'sidecar':
        await this.sidecar.add(this.#withOrigin(comment));
        if (comment.store === 'memory') await this.memory.remove(id);
        if (this.inline.comments.has(id)) this.#removeInline(id);
    }
    return this.all().get(id) ?? null;
  }

  /** As `putInto` with the sidecar, in one write of the file. Returns how many comments the file carried. */
  async takeAllOutOfFile(): Promise<number> {
    const inline = [...this.inline.comments.values()];
    for (const comment of inline)
      if (!this.sidecar.comments.has(comment.id)) await this.sidecar.add({ ...comment, store: 'sidecar' });
    if (inline.length > 0) this.inline.write([]);
    return inline.length;
  }

  /** The move gets the comment as it is shown. */
  #moveShown(stored: Annotation, move: UpdateAnnotation): Annotation | null {
    const shown = isComment(stored) ? this.provenance.shown(stored) : stored;
    const after = move(shown);
    return after === shown ? stored : after;
  }

  async #updateInline(comment: MarkdownComment, move: UpdateAnnotation): Promise<MarkdownComment | null> {
    const after = move(comment);
    if (after === comment) return comment;
    if (staysInFile(after)) {
      this.#writeInline(after);
      return this.provenance.shown(this.inline.comments.get(comment.id) ?? after);
    }
    const withdrawn = isComment(after) ? this.#withOrigin(after) : null;
    this.#removeInline(comment.id);
    // A withdrawn comment stays in memory, so that an agent that knows it learns that it was withdrawn.
    return withdrawn === null ? null : this.provenance.shown(await this.memory.add(withdrawn));
  }

  #isExported(id: string): boolean {
    return this.sidecar.comments.has(id) && this.inline.comments.has(id);
  }

  #writeInline(comment: MarkdownComment): void {
    const next = byId(this.inline.comments.values());
    next.set(comment.id, this.#withOrigin(comment));
    this.inline.write(inDocumentOrder(next.values()).map(inlineCopy));
  }

  /** A comment that was changed or is copied, with the origin that it has in its store: neither makes it the user's own. */
  #withOrigin(comment: MarkdownComment): MarkdownComment {
    const isForeign = this.#stored().get(comment.id)?.origin === 'repository';
    return isForeign ? { ...comment, origin: 'repository' } : comment;
  }

  #removeInline(id: string): void {
    this.inline.write([...this.inline.comments.values()].filter((comment) => comment.id !== id));
  }
}

function staysInFile(after: Annotation | null): after is MarkdownComment {
  return isComment(after) && isShareable(after);
}

function notForMemoryError(id: string): AnnotateError {
  return new AnnotateError('annotation/invalid', `Comment ${id} is kept on disk and stays there.`, {
    hint: 'Only "Answer now" keeps a comment in memory.',
  });
}

function notShareableError(id: string): AnnotateError {
  return new AnnotateError('lifecycle/wrong-status', `Comment ${id} is a draft or was withdrawn.`, {
    hint: 'Submit it first; then it can be written into the file.',
  });
}
