/** What agents did in the last minutes. Kept in the memory of the browser, so that a stopped service worker loses nothing. */
import { z } from 'zod';

import { type ActivityEntry, activityEntrySchema } from './entry.ts';

const capacity = 200;
const shownMs = 15 * 60_000;
const maxShown = 60;
/** Several entries are written together. */
const writeMs = 200;
const storageKey = 'activity';

export class ActivityLog {
  readonly #onChange: () => void;
  readonly #ready: Promise<void>;
  /** The newest is the last. */
  #entries: ActivityEntry[] = [];
  #isWriting = false;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
    this.#ready = this.#restore();
  }

  async add(entry: Omit<ActivityEntry, 'count'>): Promise<void> {
    await this.#ready;
    const last = this.#entries.at(-1);
    if (last !== undefined && isSame(last, entry)) {
      this.#entries = [...this.#entries.slice(0, -1), { ...last, at: entry.at, count: last.count + 1 }];
    } else this.#entries = [...this.#entries.slice(1 - capacity), { ...entry, count: 1 }];
    if (!this.#isWriting) setTimeout(() => void this.#save(), writeMs);
    this.#isWriting = true;
    this.#onChange();
  }

  /** The newest first. */
  async recent(now: number): Promise<ActivityEntry[]> {
    await this.#ready;
    return this.#entries
      .filter(({ at }) => now - at < shownMs)
      .slice(-maxShown)
      .reverse();
  }

  async #restore(): Promise<void> {
    const { [storageKey]: stored } = await chrome.storage.session.get(storageKey);
    // Of another version of the extension: then there is nothing to show.
    this.#entries = z.array(activityEntrySchema).safeParse(stored).data ?? [];
  }

  async #save(): Promise<void> {
    this.#isWriting = false;
    await chrome.storage.session.set({ [storageKey]: this.#entries });
  }
}

function isSame(a: ActivityEntry, b: Omit<ActivityEntry, 'count'>): boolean {
  return (
    a.tabId === b.tabId &&
    a.words === b.words &&
    a.title === b.title &&
    a.outcome === b.outcome &&
    a.agent === b.agent
  );
}
