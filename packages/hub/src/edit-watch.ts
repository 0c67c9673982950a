/** Says of resolved annotations whether what the agent did is still in the files, until the person accepts it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
  type Annotation,
  type FeedEvent,
  isEditIn,
  mostClosedSynced,
  recheck,
  SerialQueue,
  type SourceEdit,
} from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';
import { FileWatch, hasErrorCode } from '@annotate-mcp/store/files';

import { projectPathOf } from './project-sources.ts';

export interface EditWatchDeps {
  readonly store: Store;
  readonly root: string;
  readonly appId: string;
  readonly onError: (error: unknown) => void;
}

// Git and editors write a file in several steps.
const settledMs = 150;

export class EditWatch {
  readonly #deps: EditWatchDeps;
  readonly #queue = new SerialQueue();
  /** Annotations that wait for the person, by id. */
  readonly #waiting = new Map<string, { edits: readonly SourceEdit[]; isChanged: boolean }>();
  readonly #watches = new Map<string, FileWatch>();
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: EditWatchDeps) {
    this.#deps = deps;
  }

  /** Also finds what was put back while no hub was running. */
  async start(): Promise<void> {
    const { store, appId } = this.#deps;
    // Older ones are not shown to the person either.
    const { annotations } = await store.list(
      { appId, status: ['resolved'] },
      { order: 'newest', limit: mostClosedSynced },
    );
    this.#waiting.clear();
    for (const annotation of annotations) this.#note(annotation);
    this.#watchFiles();
  }

  /** Must be called with every event of the store's feed. */
  async follow(event: FeedEvent): Promise<void> {
    if (event.type === 'resync') {
      await this.start();
      return;
    }
    for (const { type, annotation } of event.changes) {
      if (type === 'removed') this.#waiting.delete(annotation.id);
      else this.#note(annotation);
    }
    this.#watchFiles();
  }

  close(): void {
    clearTimeout(this.#timer);
    for (const watch of this.#watches.values()) watch.stop();
    this.#watches.clear();
  }

  #note(annotation: Annotation): void {
    const { id, appId } = annotation;
    this.#waiting.delete(id);
    if (appId !== this.#deps.appId || annotation.status !== 'resolved') return;
    const { edits = [], changedSince = false } = annotation;
    // A record may come from elsewhere and name any file: only those of the project are watched and read.
    const inside = edits.filter(({ file }) => projectPathOf(this.#deps.root, file) !== null);
    if (inside.length === 0) return;
    this.#waiting.set(id, { edits: inside, isChanged: changedSince });
    this.#checkSoon();
  }

  /** Watches each file of an edit, and no other. */
  #watchFiles(): void {
    const files = new Set([...this.#waiting.values()].flatMap(({ edits }) => edits.map(({ file }) => file)));
    for (const [file, watch] of this.#watches) {
      if (files.has(file)) continue;
      watch.stop();
      this.#watches.delete(file);
    }
    for (const file of files) {
      const known = this.#watches.get(file);
      const watch = known ?? new FileWatch(join(this.#deps.root, file), () => this.#checkSoon());
      this.#watches.set(file, watch);
      if (known === undefined) watch.start();
      else if (known.renew()) this.#checkSoon();
    }
  }

  #checkSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#queue.run(() => this.#check()).catch(this.#deps.onError);
    }, settledMs).unref();
  }

  async #check(): Promise<void> {
    const texts = new Map<string, Promise<string | null>>();
    for (const [id, { edits, isChanged }] of [...this.#waiting]) {
      const left = await Promise.all(edits.map((edit) => this.#isLeft(edit, texts)));
      const now = left.includes(false);
      if (now === isChanged) continue;
      await this.#deps.store.update(id, (annotation) =>
        annotation.status === 'resolved' ? recheck(annotation, { type: 'system' }, now) : annotation,
      );
    }
  }

  async #isLeft(edit: SourceEdit, texts: Map<string, Promise<string | null>>): Promise<boolean> {
    const text = texts.get(edit.file) ?? readSource(this.#deps.root, edit.file);
    texts.set(edit.file, text);
    const now = await text;
    return now === null || isEditIn(edit, now);
  }
}

/** Empty when the file is deleted; `null` when it cannot be read, which says nothing about the edit. */
async function readSource(root: string, file: string): Promise<string | null> {
  const path = projectPathOf(root, file);
  if (path === null) return null;
  try {
    return await readFile(join(root, path), 'utf8');
  } catch (error) {
    return hasErrorCode(error, 'ENOENT') ? '' : null;
  }
}
