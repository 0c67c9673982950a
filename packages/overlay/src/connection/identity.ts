/** Who is writing, and in which tab. */
import { isUuid, randomUuid } from '@annotate-mcp/core';

import type { Storages } from '../state/memory.ts';

import type { Cookies } from './page-environment.ts';

const authorKey = 'annotate-author';
const aYear = 365 * 24 * 60 * 60;

/**
 * One for each browser. A cookie, because cookies are shared by all ports of a host: the person stays the same when
 * the dev server comes back on another one. Mirrored where people clear cookies and keep the rest.
 */
export function authorIdOf(cookies: Cookies, { local }: Storages): string {
  const found = new RegExp(`(?:^|; )${authorKey}=([^;]+)`).exec(quietly(cookies.read) ?? '')?.[1];
  const stored = quietly(() => local?.getItem(authorKey));
  const authorId = [found, stored].find(isUuid) ?? randomUuid();
  quietly(() => cookies.write(`${authorKey}=${authorId}; path=/; max-age=${aYear}; SameSite=Strict`));
  if (stored !== authorId) quietly(() => local?.setItem(authorKey, authorId));
  return authorId;
}

export interface ClaimedSession {
  readonly id: string;
  /** So that the page can be kept in the back/forward cache, and another tab may take over what it left. */
  readonly release: () => void;
}

/**
 * One for each tab, also after a reload. A duplicated tab is born with a copy of the other's sessionStorage, so the id
 * is held with a lock; a reloaded one may have to wait a moment for the page it replaces to let go.
 */
export async function claimSession(
  projectId: string,
  { session }: Storages,
  locks: LockManager | null,
  patienceMs = 500,
): Promise<ClaimedSession> {
  // The same address may serve another app tomorrow, and sessions belong to one.
  const sessionKey = `annotate:session:${projectId}`;
  const remembered = quietly(() => session?.getItem(sessionKey));
  if (isUuid(remembered)) {
    const release = await hold(locks, remembered, patienceMs);
    if (release !== null) return { id: remembered, release };
  }
  const id = randomUuid();
  quietly(() => session?.setItem(sessionKey, id));
  return { id, release: (await hold(locks, id, patienceMs)) ?? (() => undefined) };
}

/** Held as long as a tab with this session is open. */
export function sessionLock(sessionId: string): string {
  return `annotate-session-${sessionId}`;
}

/** `null` when another tab has it. Where there are no locks, everybody has it. */
function hold(
  locks: LockManager | null,
  sessionId: string,
  patienceMs: number,
): Promise<(() => void) | null> {
  return new Promise((resolve) => {
    if (locks === null) {
      resolve(() => undefined);
      return;
    }
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), patienceMs);
    const until = () =>
      new Promise<void>((release) => {
        clearTimeout(timer);
        resolve(() => release());
      });
    locks
      .request(sessionLock(sessionId), { signal: patience.signal }, until)
      // Aborted means taken; anything else is a page that may not use locks.
      .catch(() => resolve(patience.signal.aborted ? null : () => undefined));
  });
}

function quietly<T>(ask: () => T): T | null {
  try {
    return ask();
  } catch {
    // Sandboxed pages may use neither cookies nor storage: then the id lasts as long as the page.
    return null;
  }
}
