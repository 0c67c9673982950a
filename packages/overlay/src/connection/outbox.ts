/**
 * What the person did and the hub has not confirmed. One key of localStorage for each, so that neither a reload nor
 * another tab loses any. A tab sends its own; what a closed tab left is adopted by another one.
 */
import type { PageMessage } from '@annotate-mcp/core';
import { randomUuid } from '@annotate-mcp/core';

import { sessionLock } from './identity.ts';

/** A message that changes something. */
export type Deed = Exclude<PageMessage, { type: `session:${string}` }>;

export interface Entry {
  /** Comes back in the hub's answer. */
  readonly ref: string;
  /** Smaller goes first. */
  readonly order: number;
  /** The session whose tab sends it. */
  readonly tab: string;
  /** When the person did it. */
  readonly at: string;
  readonly deed: Deed;
  /** Its picture is kept under `ref` and has to be uploaded first. */
  readonly picture?: boolean;
  /** Read back from storage: a page before this one may have sent it and not lived to see the answer. */
  readonly again?: boolean;
}

export interface Outbox {
  /** In the order they were done. */
  readonly entries: () => readonly Entry[];
  readonly add: (deed: Deed, picture?: boolean) => Entry;
  readonly replace: (entry: Entry) => void;
  readonly remove: (ref: string) => void;
  /** Takes over what tabs left that are gone; `true` when there was something. */
  readonly adopt: () => Promise<boolean>;
  /**
   * For a page that has (again) claimed its session. One that comes back from the back/forward cache may find that
   * others have sent its entries meanwhile; what was added before there was a session becomes this tab's.
   */
  readonly reread: (tab: string) => void;
}

export interface OutboxOptions {
  /** What was done in another project is not sent to this one, though both run at one address. */
  readonly projectId: string;
  readonly local: Storage | null;
  readonly locks: LockManager | null;
  /** The storage takes nothing: said once. */
  readonly unstored: () => void;
  readonly now?: () => number;
}

/** Empty and without a session until `reread`. */
export function openOutbox({ projectId, local, locks, unstored, now = Date.now }: OutboxOptions): Outbox {
  const prefix = `annotate:outbox:${encodeURIComponent(projectId)}:`;
  const inMemoryOnly = new Set<string>();
  let tab = '';
  let entries: readonly Entry[] = [];
  let told = false;

  function write(entry: Entry): void {
    try {
      if (local === null) throw new Error('There is no storage.');
      local.setItem(keyOf(prefix, entry), JSON.stringify(entry));
      inMemoryOnly.delete(entry.ref);
    } catch {
      // It is still in `entries` and will be sent; only a reload would lose it, and that is what is said.
      inMemoryOnly.add(entry.ref);
      if (!told) unstored();
      told = true;
    }
  }

  async function takeOver(): Promise<boolean> {
    const alive = await openTabs(locks);
    const left = stored(local, prefix).filter(
      (entry) => entry.tab !== tab && !alive.has(sessionLock(entry.tab)),
    );
    const adopted = left.filter(({ ref }) => !hasRef(entries, ref)).map((entry) => ({ ...entry, tab }));
    adopted.forEach(write);
    entries = sorted([...entries, ...adopted]);
    return adopted.length > 0;
  }

  return {
    entries: () => entries,
    add(deed, picture = false) {
      // The clock may stand still or go back; the order must not.
      const order = Math.max(now(), (entries.at(-1)?.order ?? 0) + 1);
      const at = new Date(now()).toISOString();
      const entry = { ref: randomUuid(), order, tab, at, deed, ...(picture && { picture }) };
      entries = [...entries, entry];
      write(entry);
      return entry;
    },
    replace(entry) {
      if (!hasRef(entries, entry.ref)) return;
      entries = entries.map((other) => (other.ref === entry.ref ? entry : other));
      write(entry);
    },
    remove(ref) {
      const entry = entries.find((other) => other.ref === ref);
      if (entry === undefined) return;
      entries = entries.filter((other) => other !== entry);
      inMemoryOnly.delete(ref);
      forget(local, keyOf(prefix, entry));
    },
    async adopt() {
      if (stored(local, prefix).every((entry) => entry.tab === tab)) return false;
      return locks === null ? takeOver() : locks.request('annotate-outbox', takeOver);
    },
    reread(nextTab) {
      tab = nextTab;
      const unclaimed = entries.filter((entry) => entry.tab === '' || inMemoryOnly.has(entry.ref));
      const claimed = unclaimed.map((entry) => ({ ...entry, tab }));
      claimed.forEach(write);
      const written = stored(local, prefix).filter(
        (entry) => entry.tab === tab && !hasRef(claimed, entry.ref),
      );
      entries = sorted([...claimed, ...written]);
    },
  };
}

function keyOf(prefix: string, { order, ref }: Entry): string {
  return `${prefix}${order}:${ref}`;
}

function hasRef(entries: readonly Entry[], ref: string): boolean {
  return entries.some((entry) => entry.ref === ref);
}

function sorted(entries: Entry[]): Entry[] {
  return entries.sort((a, b) => a.order - b.order);
}

function stored(local: Storage | null, prefix: string): Entry[] {
  try {
    const keys = Array.from({ length: local?.length ?? 0 }, (_, n) => local?.key(n) ?? '');
    return sorted(keys.filter((key) => key.startsWith(prefix)).flatMap((key) => parse(local?.getItem(key))));
  } catch {
    // Forbidden: nothing was ever written there.
    return [];
  }
}

/** Only what this file has written is under our prefix; anything else is left where it is. */
function parse(text: string | null | undefined): Entry[] {
  try {
    const value = JSON.parse(text ?? '') as Partial<Entry>;
    return value.ref !== undefined && value.order !== undefined && value.deed !== undefined
      ? [{ ...(value as Entry), again: true }]
      : [];
  } catch {
    return [];
  }
}

function forget(local: Storage | null, key: string): void {
  try {
    local?.removeItem(key);
  } catch {
    // Forbidden: it was never written.
  }
}

/** Names of the locks that tabs hold. Without locks nobody can tell, and to send twice does less harm than never. */
async function openTabs(locks: LockManager | null): Promise<Set<string | undefined>> {
  const { held = [] } = (await locks?.query()) ?? {};
  return new Set(held.map(({ name }) => name));
}
