/** Comments of one document in a store of their own: the sidecar, or the memory of this process. */
import { createHash } from 'node:crypto';

import { AnnotateError } from '@annotate-mcp/core';
import {
  everyAnnotation,
  type UpdateAnnotation,
  openStore,
  sidecarFile as fileOf,
  type Store,
  type StoreOptions,
} from '@annotate-mcp/store';

import type { CommentStore, MarkdownComment } from '../view-messages.ts';

import { byId, type Comments, isComment, personAuthorId } from './comments.ts';

/** `path` is relative to the project's root, with `/` separators. */
export function nameOf(path: string): string {
  return createHash('sha1').update(path).digest('hex');
}

export function sidecarFile(root: string, path: string): string {
  return fileOf(root, nameOf(path));
}

export interface StoredCommentsOptions extends StoreOptions {
  url: string;
  /** The `store` field of its comments. */
  as: CommentStore;
  /** Called before a comment is stored. */
  prepare?: () => void;
  /** Called when another process may have changed the store, and when it cannot be read. */
  onChange?: () => void;
}

/** While the store cannot be read, `comments` are those read before, `problem` says why, and nothing can be written. */
export class StoredComments {
  readonly #options: StoredCommentsOptions;
  #opening: Promise<Store> | null = null;
  #comments: Comments = new Map();
  #problem: AnnotateError | null = null;

  constructor(options: StoredCommentsOptions) {
    this.#options = options;
  }

  /** As they were at the last `refresh` or write. */
  get comments(): Comments {
    return this.#comments;
  }

  get problem(): AnnotateError | null {
    return this.#problem;
  }

  async refresh(): Promise<void> {
    try {
      this.#comments = byId(await allOf(await this.#store()));
      this.#problem = null;
    } catch (error) {
      const problem = toStoreError(error, this.#options.url);
      // A folder that cannot be created has no comments in it to read.
      this.#problem = problem.code === 'store/read-only' ? null : problem;
    }
  }

  /** Shows these until the next `refresh`, without storing them. */
  showUnsaved(comments: Comments): void {
    this.#comments = comments;
  }

  async add(comment: MarkdownComment): Promise<MarkdownComment> {
    const added = await this.#write((store) => store.add({ ...comment, store: this.#options.as }));
    return isComment(added) ? added : comment;
  }

  /** `null` when the comment does not exist, or was removed by `move`. */
  async update(id: string, move: UpdateAnnotation): Promise<MarkdownComment | null> {
    const updated = await this.#write((store) => store.update(id, move));
    return updated !== null && isComment(updated.after) ? updated.after : null;
  }

  /** In one transaction. */
  async updateAll(move: UpdateAnnotation): Promise<void> {
    await this.#write((store) => store.updateAll({ kind: 'markdown', draftsOf: personAuthorId }, move));
  }

  /** To be called only for the person at this machine. */
  async adopt(ids: readonly string[]): Promise<void> {
    await this.#write((store) => store.adopt(ids));
  }

  /** Replaces a comment by one with words that came with the repository: it is no longer the user's own. */
  async replaceByForeign(comment: MarkdownComment): Promise<void> {
    await this.#write(async (store) => {
      await store.remove(comment.id);
      await store.add({ ...comment, store: this.#options.as, origin: 'repository' });
    });
  }

  async remove(id: string): Promise<void> {
    await this.#write((store) => store.remove(id));
  }

  async close(): Promise<void> {
    const store = await this.#opening?.catch(() => null);
    this.#opening = null;
    await store?.close();
  }

  async #write<T>(work: (store: Store) => Promise<T>): Promise<T> {
    try {
      const store = await this.#store();
      this.#options.prepare?.();
      const result = await work(store);
      this.#comments = byId(await allOf(store));
      return result;
    } catch (error) {
      throw toStoreError(error, this.#options.url);
    }
  }

  /** After a failure the next call tries again. */
  async #store(): Promise<Store> {
    this.#opening ??= this.#open();
    try {
      return await this.#opening;
    } catch (error) {
      this.#opening = null;
      throw error;
    }
  }

  async #open(): Promise<Store> {
    const { url, as: _as, prepare: _prepare, onChange, ...options } = this.#options;
    const store = await openStore(url, options);
    if (onChange !== undefined) store.subscribe(await store.head(), { event: onChange, error: onChange });
    return store;
  }
}

async function allOf(store: Store): Promise<MarkdownComment[]> {
  const query = { kind: 'markdown', draftsOf: personAuthorId } as const;
  const found: MarkdownComment[] = [];
  for await (const annotation of everyAnnotation(store, query, { limit: 1_000 })) {
    if (isComment(annotation)) found.push(annotation);
  }
  return found;
}

/** Replaces hints of the store that propose another store: the sidecar's path cannot be chosen. */
function toStoreError(error: unknown, url: string): AnnotateError {
  if (!(error instanceof AnnotateError)) {
    const message = error instanceof Error ? error.message : String(error);
    return new AnnotateError('store/failed', `${url} could not be used: ${message}.`, {
      hint: 'Nothing was stored. Check the file and its folder, then try again.',
      cause: error,
    });
  }
  const hint = hints.get(error.code);
  return hint === undefined ? error : new AnnotateError(error.code, error.message, { hint, cause: error });
}

const hints = new Map<string, string>([
  [
    'store/unreadable',
    'Nothing was stored. Repair the file (resolve a git conflict, restore it) or move it away, then try again.',
  ],
  ['store/newer', 'Nothing was stored. Update annotate-mcp here: npm install annotate-mcp@latest.'],
  [
    'store/read-only',
    'Nothing was stored. Check the permissions of the file and its folder, then try again.',
  ],
]);
