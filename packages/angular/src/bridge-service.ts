import { DOCUMENT, inject, Injectable } from '@angular/core';
import { filter, ignoreElements, map, merge, type Observable, of, switchMap } from 'rxjs';

import type { Annotation, Session } from '@annotate-mcp/core';
import { randomUuid } from '@annotate-mcp/core';
import type { Connection } from '@annotate-mcp/overlay';

import { type AnnotationDraft, payloadOf } from './annotation-draft';
import { PageOverlay } from './page-overlay';

/**
 * The overlay's connection to the hub. Where there is no overlay (in production, on the server, without
 * `provideNgAnnotate()`, and without our dev server) the observables emit only `null`, `[]` or `false`, and the methods
 * have no effect.
 *
 * Each subscriber gets the latest value at once, and later values in the zone in which it subscribed.
 */
@Injectable({ providedIn: 'root' })
export class BridgeService {
  readonly #page = typeof ngDevMode === 'undefined' || ngDevMode ? inject(PageOverlay) : null;
  readonly #document = inject(DOCUMENT);

  /** The session of this tab, as the hub last sent it; `null` before that. */
  readonly session$: Observable<Session | null> =
    this.#page?.follow((overlay) => overlay?.connection.session() ?? null) ?? of(null);

  /** All annotations of this app, of every author, including changes that are not sent yet. */
  readonly annotations$: Observable<readonly Annotation[]> =
    this.#page === null ? of([]) : merge(allAnnotations(this.#page), readRest(this.#page));

  /** While it is `false`, changes are kept and sent later. */
  readonly connected$: Observable<boolean> =
    this.#page?.follow((overlay) => overlay?.state().connection === 'online') ?? of(false);

  /** Resolves with the id; `null` where there is no overlay. */
  async createAnnotation(draft: AnnotationDraft): Promise<string | null> {
    requireText('annotationText', draft.annotationText);
    let id: string | null = null;
    await this.#withConnection(({ create }) => {
      id = randomUuid();
      create(payloadOf(id, draft, this.#document), { draft: false });
    });
    return id;
  }

  /** Resolves with `false` where there is no overlay. */
  async replyToAnnotation(id: string, message: string): Promise<boolean> {
    requireText('message', message);
    return this.#withConnection(({ act }) => act(id, { type: 'reply', message }));
  }

  /** Deletes a draft or a closed annotation, and withdraws an open one. Resolves with `false` where there is no overlay. */
  async deleteAnnotation(id: string): Promise<boolean> {
    return this.#withConnection(({ act }) => act(id, { type: 'delete' }));
  }

  async #withConnection(act: (connection: Connection) => void): Promise<boolean> {
    const isDone = await this.#page?.use(({ connection }) => {
      act(connection);
      return true;
    });
    return isDone ?? false;
  }
}

function allAnnotations(page: PageOverlay): Observable<readonly Annotation[]> {
  return page
    .follow((overlay) => overlay?.state().annotations ?? noAnnotations)
    .pipe(map((all) => [...all.values()]));
}

/** Subscribers of all annotations also get those that the overlay reads only when the person looks at them. */
function readRest(page: PageOverlay): Observable<never> {
  return page
    .follow((overlay) => Object.values(overlay?.state().rest?.next ?? {}).some((next) => next !== null))
    .pipe(
      filter((isIncomplete) => isIncomplete),
      switchMap(() => page.use(({ readAll }) => readAll())),
      ignoreElements(),
    );
}

const noAnnotations: ReadonlyMap<string, Annotation> = new Map();

function requireText(name: string, text: string): void {
  if (text.trim() === '') throw new TypeError(`${name} must not be blank.`);
}
