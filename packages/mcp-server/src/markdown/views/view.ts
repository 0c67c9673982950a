/** One open view: queues commands for its copies until each copy has reported that it carried them out. */
import type { PollResult, SequencedCommand, ViewCommand, ViewSnapshot } from '@annotate-mcp/markdown';
import { longestPollMs, type PollInput } from '@annotate-mcp/markdown/view-tools';

import { Waiters } from './waiters.ts';

/** A copy that has not polled for this time is gone. Longer than the longest poll and a pause after a failed one. */
export const forgetMs = 120_000;
export const longestQueue = 500;
/** A host shows a result once or twice; further copies are from reloads, which do not report their end. */
export const mostCopies = 16;

export interface ViewOptions {
  id: string;
  /** Only clients that show views get it. */
  token: string;
  /** The whole state as it is now. */
  snapshot: () => ViewSnapshot;
  now: () => Date;
  /** Called when a frame or tab begins to show the view, or no longer does. */
  onCopies?: () => void;
}

export class View {
  readonly id: string;
  readonly token: string;
  readonly #snapshot: () => ViewSnapshot;
  readonly #now: () => Date;
  readonly #onCopies: () => void;
  readonly #copies = new Map<string, Copy>();
  readonly #waiters = new Waiters();
  #queue: SequencedCommand[] = [];
  /** The sequence number after which the queue is complete. */
  #droppedUpTo = 0;
  #seq = 0;
  /** The last command that any copy carried out. */
  #furthest = 0;
  #isClosed = false;
  /** Fires when a copy that closed without a word counts as gone. */
  #silence: NodeJS.Timeout | undefined;

  constructor({ id, token, snapshot, now, onCopies = () => undefined }: ViewOptions) {
    this.id = id;
    this.token = token;
    this.#snapshot = snapshot;
    this.#now = now;
    this.#onCopies = onCopies;
  }

  /** How many frames and tabs show it. */
  get copies(): number {
    this.#removeSilentCopies();
    return this.#copies.size;
  }

  /** How many polls wait at this moment. */
  get waiting(): number {
    return this.#waiters.count;
  }

  push(command: ViewCommand): void {
    this.#queue.push({ seq: ++this.#seq, command });
    if (this.copies === 0) this.#dropStateCommands();
    else this.#drop(this.#seq - longestQueue);
    this.#waiters.wake();
  }

  /** Acknowledges the commands up to `after`, and returns those after it as soon as there are some. */
  async poll(
    { instance, after, waitMs = longestPollMs }: PollInput,
    signal: AbortSignal,
  ): Promise<PollResult> {
    const copy = this.#copyNamed(instance);
    const poll = copy.beginPoll();
    try {
      const done = this.#canContinueFrom(after) ? after : null;
      if (done === null) return this.#freshStart();
      copy.done = done;
      this.#furthest = Math.max(this.#furthest, done);
      this.#drop(this.#doneByAll());
      if (this.#seq === done && !this.#isClosed) {
        await this.#waiters.wait(Math.min(waitMs, longestPollMs), AbortSignal.any([signal, poll.signal]));
      }
      return this.#canContinueFrom(done) ? this.#commandsAfter(done) : this.#freshStart();
    } finally {
      copy.endPoll(poll, this.#now());
      // The copy was closed during the wait. If it polls again, its `after` says how far it was.
      if (signal.aborted && this.#copies.get(instance) === copy) this.leave(instance);
      this.#noticeSilence();
    }
  }

  /** The copy with this name is being closed. Its poll is not answered: it could begin another one. */
  leave(instance: string): void {
    if (this.#copies.delete(instance)) this.#onCopies();
  }

  /** Answers all waiting polls. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#silence);
    this.#waiters.wake();
  }

  #noticeSilence(): void {
    clearTimeout(this.#silence);
    if (!this.#isClosed) this.#silence = setTimeout(() => this.#onCopies(), forgetMs + 1_000).unref();
  }

  #commandsAfter(done: number): PollResult {
    return { commands: this.#queue.filter(({ seq }) => seq > done), seq: this.#seq };
  }

  /** The snapshot has the whole state, but not where to scroll; that may have been queued before the first poll. */
  #freshStart(): PollResult {
    const commands = this.#queue.filter(({ seq, command }) => seq > this.#furthest && isPointing(command));
    return { commands, snapshot: this.#snapshot(), seq: this.#seq };
  }

  /** Whether the queue has all commands after that. A sequence number that was never sent is from another server. */
  #canContinueFrom(after: number | null): after is number {
    return after !== null && after >= this.#droppedUpTo && after <= this.#seq;
  }

  #copyNamed(instance: string): Copy {
    this.#removeSilentCopies();
    const known = this.#copies.get(instance);
    const copy = known ?? new Copy(this.#now());
    // Removed and added again, so that the first in the map is the one that polled longest ago.
    this.#copies.delete(instance);
    this.#copies.set(instance, copy);
    for (const [name] of this.#copies) {
      if (this.#copies.size <= mostCopies) break;
      this.#copies.get(name)?.abortPoll();
      this.#copies.delete(name);
    }
    if (known === undefined) this.#onCopies();
    return copy;
  }

  #removeSilentCopies(): void {
    const before = this.#now().getTime() - forgetMs;
    for (const [name, copy] of this.#copies) if (copy.isSilentSince(before)) this.#copies.delete(name);
  }

  /** A new copy has carried out nothing yet. */
  #doneByAll(): number {
    return Math.min(...[...this.#copies.values()].map(({ done }) => done));
  }

  #drop(upTo: number): void {
    this.#queue = this.#queue.filter(({ seq }) => seq > upTo);
    this.#droppedUpTo = Math.max(this.#droppedUpTo, upTo);
  }

  /** The next copy gets a snapshot, so that only pointing commands are kept; the others may hold all comments. */
  #dropStateCommands(): void {
    this.#queue = this.#queue.filter(({ command }) => isPointing(command)).slice(-longestQueue);
    this.#droppedUpTo = this.#seq;
  }
}

/** Whether the command shows the person a passage; all other commands change the state, which snapshots have. */
function isPointing({ type }: ViewCommand): boolean {
  return type === 'scroll_to' || type === 'highlight';
}

/** One frame or tab that shows the view. */
class Copy {
  /** The last command it carried out. */
  done = 0;
  #poll: AbortController | null = null;
  #lastPollAt: number;

  constructor(now: Date) {
    this.#lastPollAt = now.getTime();
  }

  /** A copy polls once at a time: an earlier poll of it was given up, and ends now. */
  beginPoll(): AbortController {
    this.abortPoll();
    return (this.#poll = new AbortController());
  }

  endPoll(poll: AbortController, now: Date): void {
    this.#lastPollAt = now.getTime();
    if (this.#poll === poll) this.#poll = null;
  }

  abortPoll(): void {
    this.#poll?.abort();
  }

  isSilentSince(time: number): boolean {
    return this.#poll === null && this.#lastPollAt < time;
  }
}
