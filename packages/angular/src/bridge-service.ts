import { DOCUMENT, inject, Injectable } from '@angular/core';
import { map, type Observable, of } from 'rxjs';

import type { Annotation, Session } from '@annotate-mcp/core';
import { randomUuid } from '@annotate-mcp/core';
import type { Connection } from '@annotate-mcp/overlay';


import { type AnnotationDraft, payloadOf } from './annotation-draft';
import { PageOverlay } from './page-overlay';

/**
 * The overlay's connection to the hub. Where there is no overlay (in production, on the server, without
 * `provideNgAnnotate()`, and while the dev server is not ours) the observables say so by their first value, and what
 * is done has no effect.
 *
 * Each subscriber gets the latest value at once, and each later one in the zone that it subscribed in.
 */
@Injectable({ providedIn: 'root' })
export class BridgeService {
  readonly #page = typeof ngDevMode === 'undefined' || ngDevMode ? inject(PageOverlay) : null;
  readonly #document = inject(DOCUMENT);

  /** This tab, as the hub last welcomed it; `null` before that. */
  readonly session$: Observable<Session | null> =
    this.#page?.follow((overlay) => overlay?.connection.session() ?? null) ?? of(null);

  /** All of this app, whoever wrote them, with what is not sent yet as it will be. */
  readonly annotations$: Observable<readonly Annotation[]> =
    this.#page
      ?.follow((overlay) => overlay?.state().annotations ?? none)
      .pipe(map((all) => [...all.values()])) ?? of([]);

  /** What is done while it is `false` is kept and sent later. */
  readonly connected$: Observable<boolean> =
    this.#page?.follow((overlay) => overlay?.state().connection === 'online') ?? of(false);

  /** Its id, or `null` where there is no overlay. */
  async createAnnotation(draft: AnnotationDraft): Promise<string | null> {
    requireText('annotationText', draft.annotationText);
    let id: string | null = null;
    await this.#act(({ create }) => {
      id = randomUuid();
      create(payloadOf(id, draft, this.#document), { draft: false });
    });
    return id;
  }

  /** `false` where there is no overlay. */
  async replyToAnnotation(id: string, message: string): Promise<boolean> {
    requireText('message', message);
    return this.#act(({ reply }) => reply(id, message));
  }

  /** Drafts and closed ones go; what an agent may be working on is withdrawn. `false` where there is no overlay. */
  async deleteAnnotation(id: string): Promise<boolean> {
    return this.#act(({ remove }) => remove(id));
  }

  async #act(act: (connection: Connection) => void): Promise<boolean> {
    const acted = await this.#page?.use(({ connection }) => {
      act(connection);
      return true;
    });
    return acted ?? false;
  }
}

const none: ReadonlyMap<string, Annotation> = new Map();

function requireText(name: string, text: string): void {
  if (text.trim() === '') throw new TypeError(`${name} is blank: say in a few words what is meant.`);
}
