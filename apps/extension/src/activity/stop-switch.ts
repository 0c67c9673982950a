/** "Stop everything": while it is on, no command of any agent runs. Only the person switches it on and off. */
import { CommandError } from '../driver/command-error.ts';

/** Name of the key in the manifest. */
export const stopCommand = 'stop-everything';

export interface StopSwitchDeps {
  /** Ends what runs now. */
  readonly onStop: (reason: CommandError) => Promise<void>;
  readonly onChange: () => void;
}

export class StopSwitch {
  readonly #deps: StopSwitchDeps;
  readonly #ready: Promise<void>;
  #abort = new AbortController();

  constructor(deps: StopSwitchDeps) {
    this.#deps = deps;
    this.#ready = this.#restore();
  }

  /** Throws while agents are stopped. Returns the signal that aborts when the person stops them. */
  async begin(): Promise<AbortSignal> {
    await this.#ready;
    if (this.#abort.signal.aborted) throw stoppedError();
    return this.#abort.signal;
  }

  async isStopped(): Promise<boolean> {
    await this.#ready;
    return this.#abort.signal.aborted;
  }

  async stop(): Promise<void> {
    // First, and without waiting for anything: commands end now.
    this.#abort.abort(stoppedError());
    const ended = this.#deps.onStop(stoppedError());
    await chrome.storage.local.set({ [storageKey]: true });
    await ended;
    this.#deps.onChange();
  }

  async resume(): Promise<void> {
    await this.#ready;
    await chrome.storage.local.remove(storageKey);
    this.#abort = new AbortController();
    this.#deps.onChange();
  }

  /** Also after the service worker or the browser was restarted. */
  async #restore(): Promise<void> {
    const { [storageKey]: isStopped } = await chrome.storage.local.get(storageKey);
    if (isStopped === true) this.#abort.abort(stoppedError());
  }
}

const storageKey = 'stopped';

export function stoppedError(): CommandError {
  return new CommandError(
    'browser/not-allowed',
    'The person stopped all agents in this browser.',
    'Do not try again. Tell the person that "Let agents work again" in the popup of the annotate-mcp extension allows it.',
  );
}
