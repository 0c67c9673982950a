/** The ids of the author and of the tab. */
import { isUuid, randomUuid } from '@annotate-mcp/core';

import type { Storages } from '../state/memory.ts';

import type { Cookies } from './page-environment.ts';

const authorKey = 'annotate-author';
const yearInSeconds = 365 * 24 * 60 * 60;

/**
 * One id for each browser. It is a cookie, because all ports of a host share cookies: the author stays the same when
 * the dev server restarts on another port. A copy in local storage survives the deletion of cookies.
 */
export function authorIdOf(cookies: Cookies, { local }: Storages): string {
  const found = new RegExp(`(?:^|; )${authorKey}=([^;]+)`).exec(tryOrNull(cookies.read) ?? '')?.[1];
  const stored = tryOrNull(() => local?.getItem(authorKey));
  const authorId = [found, stored].find(isUuid) ?? randomUuid();
  tryOrNull(() =>
    cookies.write(`${authorKey}=${authorId}; path=/; max-age=${yearInSeconds}; SameSite=Strict`),
  );
  if (stored !== authorId) tryOrNull(() => local?.setItem(authorKey, authorId));
  return authorId;
}

export interface ClaimedSession {
  readonly id: string;
  /** Lets the page enter the back/forward cache, and lets another tab adopt its entries. */
  readonly release: () => void;
}

/**
 * One id for each tab, also after a reload. A duplicated tab starts with a copy of the other's sessionStorage, so the id
 * is held with a lock; a reloaded page may have to wait until the page before it releases the lock.
 */
export async function claimSession(
  projectId: string,
  { session }: Storages,
  locks: LockManager | null,
  waitMs = 500,
): Promise<ClaimedSession> {
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
    // Sandboxed pages may use neither cookies nor storage: the id is then valid until the page closes.
    return null;
  }
}
