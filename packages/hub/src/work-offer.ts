import type { Question } from '@annotate-mcp/core';
import type { Store, Subscription } from '@annotate-mcp/store';

export interface WorkOfferDeps {
  readonly store: Store;
  /** Starts a process that asks the person whether to start an agent; settles when it has ended. */
  readonly startWork: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** What the process does that was started last: it will ask, it asks, or the person has answered and it works or ends. */
type Phase = 'none' | 'starting' | 'asking' | 'answered';

/** Lets a page on this machine have the person asked whether to start an agent. Asking is all that a page can cause. */
export class WorkOffer {
  readonly #deps: WorkOfferDeps;
  readonly #questions: Subscription;
  #phase: Phase = 'none';
  /** When the person last wanted to be asked again, while the process that had asked before was still ending. */
  #wantedAt = -Infinity;

  constructor(deps: WorkOfferDeps) {
    this.#deps = deps;
    this.#questions = deps.store.questions.subscribe({
      records: (questions) => {
        const isAsked = hasStartQuestion(questions);
        if (this.#phase === 'starting' && isAsked) this.#phase = 'asking';
        if (this.#phase === 'asking' && !isAsked) this.#phase = 'answered';
      },
      error: deps.onFailure,
    });
  }

  /** Does nothing while a question to the person is open or about to be. */
  async offer(): Promise<void> {
    // Another dev server of the project may have asked.
    if (hasStartQuestion(await this.#deps.store.questions.list())) return;
    if (this.#phase === 'none') this.#start();
    else if (this.#phase === 'answered') this.#wantedAt = performance.now();
  }

  close(): void {
    this.#questions.close();
  }

  #start(): void {
    const { startWork, onFailure } = this.#deps;
    this.#phase = 'starting';
    this.#wantedAt = -Infinity;
    void startWork()
      .catch(onFailure)
      .finally(() => {
        this.#phase = 'none';
        if (performance.now() - this.#wantedAt < mostEndingMs) this.offer().catch(onFailure);
      });
  }
}

function hasStartQuestion(questions: readonly Question[]): boolean {
  return questions.some(({ kind }) => kind === 'start');
}

/** Longer than a process takes to end after the person has answered. A wish from long before is not meant any more. */
const mostEndingMs = 10_000;
