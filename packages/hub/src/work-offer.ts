import type { Store } from '@annotate-mcp/store';

export interface WorkOfferDeps {
  readonly store: Store;
  /** Starts a process that asks the person whether to start an agent; settles when it has ended. */
  readonly startWork: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** Lets a page on this machine have the person asked whether to start an agent. Asking is all that a page can cause. */
export class WorkOffer {
  readonly #deps: WorkOfferDeps;
  #isRunning = false;

  constructor(deps: WorkOfferDeps) {
    this.#deps = deps;
  }

  /** Does nothing while the person is asked already, or while what was started runs. */
  async offer(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    const { store, startWork, onFailure } = this.#deps;
    try {
      const questions = await store.questions.list();
      if (questions.some(({ kind }) => kind === 'start')) this.#isRunning = false;
      else
        void startWork()
          .catch(onFailure)
          .finally(() => (this.#isRunning = false));
    } catch (error) {
      this.#isRunning = false;
      throw error;
    }
  }
}
