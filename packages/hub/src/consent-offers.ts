/** Questions to the person that a page on this machine can cause. Asking is all that a page can cause. */
import type { Asked, ConsentPage } from '@annotate-mcp/consent';
import { SerialQueue } from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';

export interface ConsentOffersDeps {
  readonly store: Store;
  readonly now: () => Date;
  /** Told to the pages on this machine: it happens after the request that asked for it was answered. */
  readonly onFailure: (error: unknown) => void;
  readonly onError: (error: unknown) => void;
}

/** A question about one annotation. */
export type Offer = Asked & { readonly annotationId: string };

/** The question waits so long; a page may have asked for it without a person. */
const answerMs = 180_000;

export class ConsentOffers {
  readonly #deps: ConsentOffersDeps;
  readonly #queue = new SerialQueue();
  readonly #closing = new AbortController();
  readonly #asking = new Set<Promise<void>>();
  /** The kind and the annotation of each question that is open. */
  readonly #open = new Set<string>();
  #consent: Promise<ConsentPage> | undefined;

  constructor(deps: ConsentOffersDeps) {
    this.#deps = deps;
  }

  /** Also asked by another hub of the same project. */
  async isAsked({ kind, annotationId }: Pick<Offer, 'kind' | 'annotationId'>): Promise<boolean> {
    if (this.#open.has(`${kind} ${annotationId}`)) return true;
    const questions = await this.#deps.store.questions.list();
    return questions.some((one) => one.kind === kind && one.annotationId === annotationId);
  }

  /**
   * Resolves when the question is on its way; an open question is not repeated, which returns `false`. `onAnswer` gets
   * the option that the person chose, one answer after the other; `null` for a question that ends without one, or that
   * cannot be asked.
   */
  async ask(offer: Offer, onAnswer: (optionId: string | null) => Promise<void>): Promise<boolean> {
    if (await this.isAsked(offer)) return false;
    const name = `${offer.kind} ${offer.annotationId}`;
    // Another request may have asked it while the store was read.
    if (this.#open.has(name) || this.#closing.signal.aborted) return false;
    this.#open.add(name);
    const asking = this.#ask(offer, onAnswer)
      .catch(this.#deps.onFailure)
      .finally(() => {
        this.#open.delete(name);
        this.#asking.delete(asking);
      });
    this.#asking.add(asking);
    return true;
  }

  /** Withdraws the open questions. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#asking);
    await (await this.#consent)?.close();
  }

  async #ask(offer: Offer, onAnswer: (optionId: string | null) => Promise<void>): Promise<void> {
    let optionId: string | null = null;
    try {
      const consent = await this.#openConsent();
      const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(answerMs)]);
      optionId = (await consent.ask(offer, signal))?.optionId ?? null;
    } finally {
      // Who asked may hold an annotation until there is an answer.
      await this.#queue.run(() => onAnswer(optionId));
    }
  }

  /** Loaded and opened with the first question: most hubs never ask one. */
  #openConsent(): Promise<ConsentPage> {
    const { store, now, onError } = this.#deps;
    return (this.#consent ??= import('@annotate-mcp/consent').then(({ openConsentPage }) =>
      openConsentPage({ store, now, onError }),
    ));
  }
}
