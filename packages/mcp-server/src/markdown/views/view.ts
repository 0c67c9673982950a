/** One view that a client got: what its copies are told, in order, until each has said that it carried it out. */
import type {
  PollInput,
  PollResult,
  SequencedCommand,
  ViewCommand,
  ViewSnapshot,
} from '@annotate-mcp/markdown';

import { Waiters } from './waiters.ts';

/** Longer than the longest poll and a pause of a view that could not reach us. */
export const forgetMs = 120_000;
export const longestQueue = 500;
/** A host shows a result once or twice; more are reloads that never said goodbye. */
export const mostCopies = 16;
export const longestPollMs = 25_000;

export interface ViewOptions {
  id: string;
  /** What only a client with a view is told. */
  token: string;
  /** The whole state as it is now. */
  snapshot: () => ViewSnapshot;
  now: () => Date;
}

export class View {
  readonly id: string;
  readonly token: string;
  readonly #snapshot: () => ViewSnapshot;
  readonly #now: () => Date;
  readonly #copies = new Map<string, Copy>();
  readonly #waiters = new Waiters();
  #queue: SequencedCommand[] = [];
  /** The queue holds everything that came after this. */
  #dropped = 0;
  #seq = 0;
  /** The last command that any copy carried out. */
  #furthest = 0;
  #isClosed = false;

  constructor({ id, token, snapshot, now }: ViewOptions) {
    this.id = id;
    this.token = token;
    this.#snapshot = snapshot;
    this.#now = now;
  }

  /** How many copies of it somebody may be looking at. */
  get copies(): number {
    this.#forget();
    return this.#copies.size;
  }

  /** How many polls are under way. */
  get waiting(): number {
    return this.#waiters.count;
  }

  push(command: ViewCommand): void {
    this.#queue.push({ seq: ++this.#seq, command });
    if (this.copies === 0) this.#dropWhatIsInSnapshots();
    else this.#drop(this.#seq - longestQueue);
    this.#waiters.wake();
  }

  /** Names what was carried out, and returns what comes after it, now or when there is something. */
  async poll({ instance, after, waitMs = longestPollMs }: Poll, signal: AbortSignal): Promise<PollResult> {
    const copy = this.#meet(instance);
    const listening = copy.begin();
    try {
      const done = this.#reaches(after) ? after : null;
      if (done === null) return this.#fresh();
      copy.done = done;
      this.#furthest = Math.max(this.#furthest, done);
      this.#drop(this.#doneByAll());
      if (this.#seq === done && !this.#isClosed) {
        await this.#waiters.wait(
          Math.min(waitMs, longestPollMs),
          AbortSignal.any([signal, listening.signal]),
        );
      }
      return this.#reaches(done) ? this.#since(done) : this.#fresh();
    } finally {
      copy.end(listening, this.#now());
      // Closed while it waited. Should it be back, it says how far it was.
      if (signal.aborted && this.#copies.get(instance) === copy) this.#copies.delete(instance);
    }
  }

  /** Whoever polls is answered. */
  close(): void {
    this.#isClosed = true;
    this.#waiters.wake();
  }

  #since(done: number): PollResult {
    return { commands: this.#queue.filter(({ seq }) => seq > done), seq: this.#seq };
  }

  /** What changed is in the snapshot; where to look is not, and may have been said before anybody could hear it. */
  #fresh(): PollResult {
    const commands = this.#queue.filter(
      ({ seq, command }) => seq > this.#furthest && showsSomething(command),
    );
    return { commands, snapshot: this.#snapshot(), seq: this.#seq };
  }

  /** Whether the queue holds everything after that. A number that was never given out is none of ours. */
  #reaches(after: number | null): after is number {
    return after !== null && after >= this.#dropped && after <= this.#seq;
  }

  #meet(instance: string): Copy {
    this.#forget();
    const copy = this.#copies.get(instance) ?? new Copy(this.#now());
    // Taken out and put in again: the first in the map is the one that has been silent for longest.
    this.#copies.delete(instance);
    this.#copies.set(instance, copy);
    for (const [name] of this.#copies) {
      if (this.#copies.size <= mostCopies) break;
      this.#copies.get(name)?.leave();
      this.#copies.delete(name);
    }
    return copy;
  }

  #forget(): void {
    const before = this.#now().getTime() - forgetMs;
    for (const [name, copy] of this.#copies) if (copy.isSilentSince(before)) this.#copies.delete(name);
  }

  /** Of a copy that has just begun nothing is known to be done. */
  #doneByAll(): number {
    return Math.min(...[...this.#copies.values()].map(({ done }) => done));
  }

  #drop(upTo: number): void {
    this.#queue = this.#queue.filter(({ seq }) => seq > upTo);
    this.#dropped = Math.max(this.#dropped, upTo);
  }

  /** Whoever comes when nobody looks begins anew, and each of these may hold all comments of the file. */
  #dropWhatIsInSnapshots(): void {
    this.#queue = this.#queue.filter(({ command }) => showsSomething(command)).slice(-longestQueue);
    this.#dropped = this.#seq;
  }
}

function showsSomething({ type }: ViewCommand): boolean {
  return type === 'scroll_to' || type === 'highlight';
}

type Poll = Pick<PollInput, 'instance' | 'after' | 'waitMs'>;

/** One frame or tab that shows the view. */
class Copy {
  /** The last command it carried out. */
  done = 0;
  #listening: AbortController | null = null;
  #seen: number;

  constructor(now: Date) {
    this.#seen = now.getTime();
  }

  /** A copy asks once at a time: an earlier poll of it was given up, and is answered with nothing. */
  begin(): AbortController {
    this.leave();
    return (this.#listening = new AbortController());
  }

  end(listening: AbortController, now: Date): void {
    this.#seen = now.getTime();
    if (this.#listening === listening) this.#listening = null;
  }

  leave(): void {
    this.#listening?.abort();
  }

  isSilentSince(time: number): boolean {
    return this.#listening === null && this.#seen < time;
  }
}
