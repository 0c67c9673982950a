/** The annotations of one project, as they are in its store at this moment. */
import { existsSync } from 'node:fs';

import { AnnotateError, type Annotation, type FeedEvent } from '@annotate-mcp/core';
import { everyAnnotation, type Store, type Subscription } from '@annotate-mcp/store';

import type { OpenDocuments } from '../open-documents.ts';
import { isShown, shownStatuses } from '../shown/is-shown.ts';

import { AnnotatedFiles } from './annotated-files.ts';
import { type ProjectLocation, StoreSource } from './store-source.ts';

export interface ProjectDeps {
  location: ProjectLocation;
  documents: OpenDocuments;
  /** Files, with links resolved, whose annotations or places may be others now. */
  onChange: (paths: ReadonlySet<string>) => void;
  /** The store cannot be read. Called once until it can be read again. */
  onProblem: (error: unknown) => void;
}

export class Project {
  readonly root: string;
  readonly files: AnnotatedFiles;
  readonly #deps: ProjectDeps;
  readonly #source: StoreSource;
  readonly #annotations = new Map<string, Annotation>();
  #subscription: Subscription | null = null;
  #isFailing = false;

  constructor(deps: ProjectDeps) {
    const { location, documents, onChange } = deps;
    this.root = location.root;
    this.#deps = deps;
    this.files = new AnnotatedFiles({ root: location.root, documents, onChange });
    this.#source = new StoreSource(location, {
      opened: (store) => this.#follow(store),
      failed: (error) => this.#fail(error),
    });
  }

  async start(): Promise<void> {
    await this.#source.start();
  }

  async close(): Promise<void> {
    this.#subscription?.close();
    this.files.close();
    await this.#source.close();
  }

  get annotations(): ReadonlyMap<string, Annotation> {
    return this.#annotations;
  }

  get store(): Store {
    if (this.#source.store !== null) return this.#source.store;
    throw new AnnotateError('store/closed', `The annotations of ${this.root} are not open.`, {
      hint: 'Run annotate-mcp doctor in that folder; it says what is wrong.',
    });
  }

  #follow(store: Store): void {
    this.#subscription?.close();
    // No store hands this cursor out, so the first event asks to read everything.
    this.#subscription = store.subscribe('', {
      event: (event) => this.#apply(store, event),
      error: (error) => this.#fail(error),
    });
  }

  async #apply(store: Store, event: FeedEvent): Promise<void> {
    if (event.type === 'resync') this.#update(await this.#readAll(store));
    else
      this.#update(
        event.changes.map((each) => [each.annotation.id, each.type === 'removed' ? null : each.annotation]),
      );
    this.#isFailing = false;
  }

  async #readAll(store: Store): Promise<[string, Annotation | null][]> {
    const found = new Map<string, Annotation | null>();
    for (const id of this.#annotations.keys()) found.set(id, null);
    for await (const annotation of everyAnnotation(store, { status: shownStatuses }, { limit: 1_000 })) {
      found.set(annotation.id, annotation);
    }
    return [...found];
  }

  #update(changes: readonly (readonly [string, Annotation | null])[]): void {
    const shown = changes.map(([id, annotation]): [string, Annotation | null] => [
      id,
      annotation !== null && isShown(annotation) ? annotation : null,
    ]);
    for (const [id, annotation] of shown) {
      if (annotation === null) this.#annotations.delete(id);
      else this.#annotations.set(id, annotation);
    }
    this.files.update(shown);
    // For those who count annotations, also without a place in a file.
    this.#deps.onChange(new Set());
  }

  #fail(error: unknown): void {
    const { file } = this.#deps.location;
    // A store that was deleted is not a problem: the project has none then.
    if (this.#isFailing || (file !== null && !existsSync(file))) return;
    this.#isFailing = true;
    this.#deps.onProblem(error);
  }
}
