/**
 * Changes that the hub has not confirmed. Each has its own key in localStorage, so that neither a reload nor
 * another tab loses any. A tab sends its own entries; another tab takes over the entries of a closed tab.
 */
import type { Annotation, AnnotationMessage } from '@annotate-mcp/core';
import { isRecord, randomUuid } from '@annotate-mcp/core';

import { sessionLock } from './identity.ts';

export type OutboxMessage = AnnotationMessage;

export interface OutboxEntry {
  /** The hub's answer repeats it. */
  readonly ref: string;
  /** Entries are sent in ascending order. */
  readonly order: number;
  /** The session whose tab sends it. */
  readonly tab: string;
  /** The time of the person's action. */
  readonly at: string;
  readonly message: OutboxMessage;
  /** Its pictures are kept under `ref` and have to be uploaded first. */
  readonly picture?: boolean;
  /** The entry was read from storage: an earlier page may have sent it without receiving the answer. */
  readonly isRestored?: boolean;
}

export interface Outbox {
  /** In the order in which they were added. */
  readonly entries: () => readonly OutboxEntry[];
  readonly add: (message: OutboxMessage, picture?: boolean) => OutboxEntry;
  readonly replace: (entry: OutboxEntry) => void;
  readonly remove: (ref: string) => void;
  /** Takes over the entries of closed tabs; `true` when there were any. */
  readonly takeOverClosedTabs: () => Promise<boolean>;
  /**
   * Called when the page has locked its session. A page from the back/forward cache may find that
   * other tabs have sent its entries; entries that were added before the session become this tab's.
   */
  readonly reload: (tab: string) => void;
}

export interface OutboxOptions {
  /** Entries of another project at the same address are not sent to this one. */
  readonly projectId: string;
  readonly local: Storage | null;
  readonly locks: LockManager | null;
  /** Called once when the storage rejects an entry. */
  readonly onUnstored: () => void;
  readonly now?: () => number;
}

/** Empty and without a session until `reload`. */
export function openOutbox({ projectId, local, locks, onUnstored, now = Date.now }: OutboxOptions): Outbox {
  const prefix = `annotate:outbox:${encodeURIComponent(projectId)}:`;
  const inMemoryOnly = new Set<string>();
  let tab = '';
  let entries: readonly OutboxEntry[] = [];
  let reported = false;

  function write(entry: OutboxEntry): void {
    try {
      if (local === null) throw new Error('There is no storage.');
      local.setItem(keyOf(prefix, entry), JSON.stringify(entry));
      inMemoryOnly.delete(entry.ref);
    } catch {
      // The entry is still in memory and will be sent; only a reload would lose it.
      inMemoryOnly.add(entry.ref);
      if (!reported) onUnstored();
      reported = true;
    }
  }

  async function takeOverEntries(): Promise<boolean> {
    const alive = await heldLocks(locks);
    const left = readEntries(local, prefix).filter(
      (entry) => entry.tab !== tab && !alive.has(sessionLock(entry.tab)),
    );
    const taken = left.filter(({ ref }) => !hasEntry(entries, ref)).map((entry) => ({ ...entry, tab }));
    taken.forEach(write);
    entries = sortEntries([...entries, ...taken]);
    return taken.length > 0;
  }

  return {
    entries: () => entries,
    add(message, picture = false) {
      // The clock may repeat or go back, but the order must increase.
      const order = Math.max(now(), (entries.at(-1)?.order ?? 0) + 1);
      const at = new Date(now()).toISOString();
      const entry = { ref: randomUuid(), order, tab, at, message, ...(picture && { picture }) };
      entries = [...entries, entry];
      write(entry);
      return entry;
    },
    replace(entry) {
      if (!hasEntry(entries, entry.ref)) return;
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
    async takeOverClosedTabs() {
      if (readEntries(local, prefix).every((entry) => entry.tab === tab)) return false;
      return locks === null ? takeOverEntries() : locks.request('annotate-outbox', takeOverEntries);
    },
    reload(nextTab) {
      tab = nextTab;
      const withoutSession = entries.filter((entry) => entry.tab === '' || inMemoryOnly.has(entry.ref));
      const own = withoutSession.map((entry) => ({ ...entry, tab }));
      own.forEach(write);
      const written = readEntries(local, prefix).filter(
        (entry) => entry.tab === tab && !hasEntry(own, entry.ref),
      );
      entries = sortEntries([...own, ...written]);
    },
  };
}

/** The annotations that a message is about. */
export function idsOf(
  message: OutboxMessage,
  annotations: ReadonlyMap<string, Annotation>,
  authorId: string,
): readonly string[] {
  if (message.type === 'annotation:create') return [message.payload.id];
  if (message.type !== 'batch:submit') return [message.id];
  const isOwnDraft = (one: Annotation) => one.status === 'draft' && one.authorId === authorId;
  return message.ids ?? [...annotations.values()].filter(isOwnDraft).map(({ id }) => id);
}

function keyOf(prefix: string, { order, ref }: OutboxEntry): string {
  return `${prefix}${order}:${ref}`;
}

function hasEntry(entries: readonly OutboxEntry[], ref: string): boolean {
  return entries.some((entry) => entry.ref === ref);
}

function sortEntries(entries: OutboxEntry[]): OutboxEntry[] {
  return entries.sort((a, b) => a.order - b.order);
}

function readEntries(local: Storage | null, prefix: string): OutboxEntry[] {
  try {
    const keys = Array.from({ length: local?.length ?? 0 }, (_, n) => local?.key(n) ?? '');
    return sortEntries(
      keys.filter((key) => key.startsWith(prefix)).flatMap((key) => parseEntry(local?.getItem(key))),
    );
  } catch {
    // Storage is forbidden: nothing was written there.
    return [];
  }
}

/** Ignores entries of another format and leaves them in the storage. */
function parseEntry(text: string | null | undefined): OutboxEntry[] {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isEntry(value) ? [{ ...value, isRestored: true }] : [];
  } catch {
    return [];
  }
}

/** What the message says is checked by the hub, which answers for each. */
function isEntry(value: unknown): value is OutboxEntry {
  if (!isRecord(value) || !isRecord(value.message)) return false;
  const texts = [value.ref, value.tab, value.at, value.message.type];
  return typeof value.order === 'number' && texts.every((text) => typeof text === 'string');
}

function forget(local: Storage | null, key: string): void {
  try {
    local?.removeItem(key);
  } catch {
    // Storage is forbidden: the entry was not written.
  }
}

/** Names of the locks that tabs hold. Without locks all tabs count as closed: sending twice is better than never. */
async function heldLocks(locks: LockManager | null): Promise<Set<string | undefined>> {
  const { held = [] } = (await locks?.query()) ?? {};
  return new Set(held.map(({ name }) => name));
}
