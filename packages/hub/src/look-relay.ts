/** Asks pages on this machine to look at an element when an agent wants to see it, and puts their answers into the store. */
import { randomUUID } from 'node:crypto';

import {
  type AskedPage,
  hasAnswered,
  type HubMessage,
  type LookAnswer,
  type LookRequest,
  type PageLook,
} from '@annotate-mcp/core';
import type { Store, Subscription } from '@annotate-mcp/store';

/** A page whose session is resumed. */
export interface ConnectedPage {
  readonly sessionId: string;
  /** It runs on the machine of the hub, as its user. Others are never asked. */
  readonly local: boolean;
  readonly send: (message: HubMessage) => void;
  readonly url: () => string;
}

interface OpenRequest {
  readonly request: LookRequest;
  readonly asked: Map<ConnectedPage, AskedPage>;
  readonly visitors: Set<ConnectedPage>;
}

type LookLists = Pick<Store, 'lookRequests' | 'lookAnswers'>;

export class LookRelay {
  readonly #hubId = randomUUID();
  readonly #store: LookLists;
  readonly #onError: (error: unknown) => void;
  readonly #pages = new Set<ConnectedPage>();
  readonly #open = new Map<string, OpenRequest>();
  readonly #subscription: Subscription;

  constructor(store: LookLists, onError: (error: unknown) => void) {
    this.#store = store;
    this.#onError = onError;
    this.#subscription = store.lookRequests.subscribe({
      records: (requests) => this.#follow(requests),
      error: onError,
    });
  }

  /** A page that was reloaded while an agent waits gets the request again. */
  join(page: ConnectedPage): void {
    this.#pages.add(page);
    for (const open of this.#open.values()) if (this.#ask(open, page)) this.#save(open);
  }

  leave(page: ConnectedPage): void {
    this.#pages.delete(page);
    for (const open of this.#open.values()) {
      const asked = open.asked.get(page);
      if (asked === undefined || hasAnswered(asked)) continue;
      asked.gone = true;
      this.#save(open);
    }
  }

  /** Does nothing for a page that was not asked, and for a request whose agent waits no longer. */
  answer(page: ConnectedPage, requestId: string, answer: PageLook): void {
    const open = this.#open.get(requestId);
    const asked = open?.asked.get(page);
    if (open === undefined || asked === undefined || hasAnswered(asked)) return;
    asked.answer = answer;
    this.#save(open);
  }

  close(): void {
    this.#subscription.close();
  }

  #follow(requests: readonly LookRequest[]): void {
    const wanted = new Set(requests.map(({ id }) => id));
    for (const id of this.#open.keys()) if (!wanted.has(id)) this.#end(id);
    for (const request of requests) if (!this.#open.has(request.id)) this.#begin(request);
  }

  #begin(request: LookRequest): void {
    const open: OpenRequest = { request, asked: new Map(), visitors: new Set() };
    this.#open.set(request.id, open);
    const concerned = [...this.#pages].filter((page) => this.#ask(open, page));
    if (concerned.length > 0) this.#save(open);
  }

  /** Whether the request concerns the page. */
  #ask({ request, asked, visitors }: OpenRequest, page: ConnectedPage): boolean {
    const { sessionId, local } = page;
    if (!request.sessionIds.includes(sessionId)) return false;
    if (local) {
      asked.set(page, { sessionId, url: page.url() });
      page.send({ type: 'look:request', request });
    } else visitors.add(page);
    return true;
  }

  #end(id: string): void {
    const open = this.#open.get(id);
    this.#open.delete(id);
    if (open !== undefined && open.asked.size + open.visitors.size > 0) {
      this.#store.lookAnswers.remove(this.#answerId(id)).catch(this.#onError);
    }
  }

  #save({ request, asked, visitors }: OpenRequest): void {
    const answer: LookAnswer = {
      id: this.#answerId(request.id),
      requestId: request.id,
      pages: [...asked.values()],
      visitors: visitors.size,
    };
    this.#store.lookAnswers.save(answer).catch(this.#onError);
  }

  #answerId(requestId: string): string {
    return `${requestId} ${this.#hubId}`;
  }
}
