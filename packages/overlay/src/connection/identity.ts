/** The secret and the name of the author, and the id of the tab. */
import { cleanName, isUuid, randomUuid } from '@annotate-mcp/core';

import type { Storages } from '../state/memory.ts';

const secretKey = 'annotate-author-secret';
/** Where the author's id was before there was a secret. */
const formerKey = 'annotate-author';

export interface AuthorProof {
  readonly authorSecret: string;
  readonly formerAuthorId?: string;
}

/**
 * The secret of this browser, from which the hub derives the author's id. It is in local storage and not in a cookie:
 * a browser sends cookies to every server on the same host, and to what those servers pass requests on to.
 */
export function authorProofOf({ local }: Storages): AuthorProof {
  const [stored, former] = [secretKey, formerKey].map((key) => tryOrNull(() => local?.getItem(key)));
  const authorSecret = isUuid(stored) ? stored : randomUuid();
  if (stored !== authorSecret) tryOrNull(() => local?.setItem(secretKey, authorSecret));
  return { authorSecret, ...(isUuid(former) && { formerAuthorId: former }) };
}

/** Called once the hub knows which author this is: the drafts of the former id are those of the new one from then on. */
export function forgetFormerAuthor({ local }: Storages): void {
  tryOrNull(() => local?.removeItem(formerKey));
}

const nameKey = 'annotate-author-name';

/** What the person of this browser has said they are called; `null` before they said anything. */
export function chosenName({ local }: Storages): string | null {
  return cleanName(tryOrNull(() => local?.getItem(nameKey)) ?? '');
}

export function keepName({ local }: Storages, name: string): void {
  tryOrNull(() => local?.setItem(nameKey, name));
}

export interface LockedSession {
  readonly id: string;
  /** Lets the page enter the back/forward cache, and lets another tab take over its entries. */
  readonly release: () => void;
}

/**
 * One id for each tab, even after a reload. A duplicated tab starts with a copy of the other's sessionStorage, so the id
 * is held with a lock; a reloaded page may have to wait until the page before it releases the lock.
 */
export async function lockSession(
  projectId: string,
  { session }: Storages,
  locks: LockManager | null,
  waitMs = 500,
): Promise<LockedSession> {
  // Another app may be served at the same address later, and a session belongs to one app.
  const sessionKey = `annotate:session:${projectId}`;
  const remembered = tryOrNull(() => session?.getItem(sessionKey));
  if (isUuid(remembered)) {
    const release = await holdLock(locks, remembered, waitMs);
    if (release !== null) return { id: remembered, release };
  }
  const id = randomUuid();
  tryOrNull(() => session?.setItem(sessionKey, id));
  return { id, release: (await holdLock(locks, id, waitMs)) ?? (() => undefined) };
}

/** The name of the lock that a tab with this session holds while it is open. */
export function sessionLock(sessionId: string): string {
  return `annotate-session-${sessionId}`;
}

/** `null` when another tab holds the lock. Where the browser has no locks, every call succeeds. */
function holdLock(
  locks: LockManager | null,
  sessionId: string,
  waitMs: number,
): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    if (locks === null) {
      resolve(() => undefined);
      return;
    }
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), waitMs);
    const until = () =>
      new Promise<void>((release) => {
        clearTimeout(timer);
        resolve(() => release());
      });
    locks
      .request(sessionLock(sessionId), { signal: giveUp.signal }, until)
      // Aborted means that another tab holds the lock; any other error means that the page may not use locks.
      .catch(() => resolve(giveUp.signal.aborted ? null : () => undefined));
  });
}

function tryOrNull<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch {
    // Sandboxed pages may not use storage: secret and id are then valid until the page closes.
    return null;
  }
}
