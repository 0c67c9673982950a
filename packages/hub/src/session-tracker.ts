import { randomUUID } from 'node:crypto';

import type { Session } from '@annotate-mcp/core';
import type { Sessions } from '@annotate-mcp/store';

import type { Speaker } from './speaker.ts';

export interface SessionTrackerDeps {
  readonly sessions: Sessions;
  readonly appId: string;
  readonly now: () => Date;
  readonly saveIntervalMs: number;
  /** Called when it is stored that this author had a thread open. */
  readonly onSeen: (annotationId: string, authorId: string) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

interface TrackedSession {
  session: Session;
  /** More than one for a duplicated tab, which copies the session id, and while a reloaded page's old socket closes. */
  sockets: number;
  savedAt: number;
  isSaved: boolean;
}

/** Of how many threads a session keeps when they were open last. */
const mostSeen = 200;

/**
 * Keeps the records of connected sessions in the store. Annotations work without these records, so a failed save is
 * reported to `onError` and nothing else happens.
 */
export class SessionTracker {
  readonly #deps: SessionTrackerDeps;
  readonly #tracked = new Map<string, TrackedSession>();
  readonly #saving = new Set<Promise<void>>();
  /** By author and wanted id: the session that a visitor got, for when they come back. */
  readonly #visitorsIds = new Map<string, string>();

  constructor(deps: SessionTrackerDeps) {
    this.#deps = deps;
  }

  /** Resumes the session with the given id, or creates one. A visitor resumes only sessions of their own. */
  async open(
    wantedId: string | undefined,
    url: string,
    { authorId, authorName, local }: Pick<Speaker, 'authorId' | 'authorName' | 'local'>,
  ): Promise<Session> {
    const id = local || wantedId === undefined ? wantedId : await this.#visitorsId(wantedId, authorId);
    const before = id === undefined ? null : await this.#find(id);
    const session = withPerson(this.#resumedOrNew(before, id, url), authorId, authorName);
    const sockets = (this.#tracked.get(session.id)?.sockets ?? 0) + 1;
    const tracked: TrackedSession = { session, sockets, savedAt: 0, isSaved: false };
    this.#tracked.set(session.id, tracked);
    await this.#save(tracked);
    return tracked.session;
  }

  /** Called for each message of the session. A new address is saved at once, the time only at an interval. */
  recordActivity(id: string, url?: string): void {
    const tracked = this.#tracked.get(id);
    if (tracked === undefined) return;
    const hasNewUrl = url !== undefined && url !== tracked.session.url;
    tracked.session = { ...tracked.session, lastSeenAt: this.#timestamp(), ...(hasNewUrl && { url }) };
    tracked.isSaved = false;
    if (hasNewUrl || this.#isDue(tracked)) void this.#save(tracked);
  }

  /** The person of this tab has this thread open. */
  recordSeen(id: string, annotationId: string): void {
    const tracked = this.#tracked.get(id);
    if (tracked === undefined) return;
    const { [annotationId]: _, ...others } = tracked.session.seen ?? {};
    const latest = Object.entries(others).slice(-(mostSeen - 1));
    const seen = { ...Object.fromEntries(latest), [annotationId]: this.#timestamp() };
    tracked.session = { ...tracked.session, seen };
    const { onSeen, onError } = this.#deps;
    const { authorId } = tracked.session;
    const saved = this.#save(tracked);
    if (authorId !== undefined) void saved.then(() => onSeen(annotationId, authorId)).catch(onError);
  }

  /** Resolves when the person of this tab has the new name. */
  async rename(id: string, authorName: string): Promise<void> {
    const tracked = this.#tracked.get(id);
    if (tracked === undefined) return;
    tracked.session = { ...tracked.session, authorName };
    await this.#save(tracked);
  }

  /** Marks the session as inactive once its last socket is closed. */
  close(id: string): void {
    const tracked = this.#tracked.get(id);
    if (tracked === undefined || --tracked.sockets > 0) return;
    this.#tracked.delete(id);
    tracked.session = { ...tracked.session, lastSeenAt: this.#timestamp(), active: false };
    void this.#save(tracked);
  }

  saveDue(): void {
    for (const tracked of this.#tracked.values()) {
      if (!tracked.isSaved && this.#isDue(tracked)) void this.#save(tracked);
    }
  }

  /** Resolves when every save that was started has finished. */
  async flush(): Promise<void> {
    await Promise.all(this.#saving);
  }

  /** Everyone sees the session ids of annotations, so a visitor may send the id of a tab that is not theirs. */
  async #visitorsId(wantedId: string, authorId: string): Promise<string> {
    const key = `${authorId} ${wantedId}`;
    const isFree = async () => (await this.#find(wantedId)) === null;
    const id = this.#visitorsIds.get(key) ?? ((await isFree()) ? wantedId : randomUUID());
    this.#visitorsIds.set(key, id);
    return id;
  }

  #isDue({ savedAt }: TrackedSession): boolean {
    return this.#deps.now().getTime() - savedAt >= this.#deps.saveIntervalMs;
  }

  async #find(id: string): Promise<Session | null> {
    try {
      return this.#tracked.get(id)?.session ?? (await this.#deps.sessions.get(id));
    } catch (error) {
      this.#deps.onError(error);
      return null;
    }
  }

  #resumedOrNew(before: Session | null, wantedId: string | undefined, url: string): Session {
    const { appId } = this.#deps;
    const current = { lastSeenAt: this.#timestamp(), active: true, url };
    if (before?.appId === appId) return { ...before, ...current };
    // An id that the store does not know is reused. An id of another app is not: this tab gets a new one.
    const id = before === null && wantedId !== undefined ? wantedId : randomUUID();
    return { id, appId, createdAt: current.lastSeenAt, ...current };
  }

  async #save(tracked: TrackedSession): Promise<void> {
    tracked.isSaved = true;
    tracked.savedAt = this.#deps.now().getTime();
    // A store keeps the order of the saves of one session, and may write those of many at once.
    const saving = this.#deps.sessions.save(tracked.session).catch(this.#deps.onError);
    this.#saving.add(saving);
    await saving;
    this.#saving.delete(saving);
  }

  #timestamp(): string {
    return this.#deps.now().toISOString();
  }
}

/** A tab that another person of this machine had before is this person's now. */
function withPerson(session: Session, authorId: string, authorName: string | undefined): Session {
  const { authorName: _, seen, ...rest } = session;
  const isSame = session.authorId === authorId;
  return {
    ...rest,
    ...(isSame && seen !== undefined && { seen }),
    authorId,
    ...(authorName !== undefined && { authorName }),
  };
}
