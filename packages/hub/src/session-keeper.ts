import { randomUUID } from 'node:crypto';

import type { Session } from '@annotate-mcp/core';
import { SerialQueue } from '@annotate-mcp/core';
import type { Sessions } from '@annotate-mcp/store';


export interface SessionKeeperOptions {
  readonly sessions: Sessions;
  readonly appId: string;
  readonly now: () => Date;
  readonly saveMs: number;
  readonly onError: (error: unknown) => void;
}

interface Kept {
  session: Session;
  /** A duplicated tab takes its session id along, and a reloaded one may come before its old socket has gone. */
  sockets: number;
  savedAt: number;
  saved: boolean;
}

/** The sessions of connected tabs. Without them annotations still work, so a failed save is told and gone on from. */
export class SessionKeeper {
  readonly #options: SessionKeeperOptions;
  readonly #kept = new Map<string, Kept>();
  readonly #saves = new SerialQueue();

  constructor(options: SessionKeeperOptions) {
    this.#options = options;
  }

  /** Resumes the session that the tab had before, or begins one. */
  async enter(wanted: string | undefined, url: string): Promise<Session> {
    const before = wanted === undefined ? null : await this.#find(wanted);
    const session = this.#resumed(before, wanted, url);
    const kept = this.#kept.get(session.id);
    const now: Kept = { session, sockets: (kept?.sockets ?? 0) + 1, savedAt: 0, saved: false };
    this.#kept.set(session.id, now);
    await this.#save(now);
    return now.session;
  }

  /** A message came. An address is worth saving at once, the time now and then. */
  seen(id: string, url?: string): void {
    const kept = this.#kept.get(id);
    if (kept === undefined) return;
    const moved = url !== undefined && url !== kept.session.url;
    kept.session = { ...kept.session, lastSeenAt: this.#time(), ...(moved && { url }) };
    kept.saved = false;
    if (moved || this.#isDue(kept)) void this.#save(kept);
  }

  leave(id: string): void {
    const kept = this.#kept.get(id);
    if (kept === undefined || --kept.sockets > 0) return;
    this.#kept.delete(id);
    kept.session = { ...kept.session, active: false };
    void this.#save(kept);
  }

  saveDue(): void {
    for (const kept of this.#kept.values()) if (!kept.saved && this.#isDue(kept)) void this.#save(kept);
  }

  /** Resolves when all that was said is saved. */
  settled(): Promise<void> {
    return this.#saves.run(() => undefined);
  }

  #isDue({ savedAt }: Kept): boolean {
    return this.#options.now().getTime() - savedAt >= this.#options.saveMs;
  }

  async #find(id: string): Promise<Session | null> {
    try {
      return this.#kept.get(id)?.session ?? (await this.#options.sessions.get(id));
    } catch (error) {
      this.#options.onError(error);
      return null;
    }
  }

  #resumed(before: Session | null, wanted: string | undefined, url: string): Session {
    const { appId } = this.#options;
    const fresh = { lastSeenAt: this.#time(), active: true, url };
    if (before?.appId === appId) return { ...before, ...fresh };
    // An id that another app uses is not this tab's; one that the store has forgotten is.
    const id = before === null && wanted !== undefined ? wanted : randomUUID();
    return { id, appId, createdAt: fresh.lastSeenAt, ...fresh };
  }

  async #save(kept: Kept): Promise<void> {
    kept.saved = true;
    kept.savedAt = this.#options.now().getTime();
    const { session } = kept;
    await this.#saves.run(() => this.#options.sessions.save(session)).catch(this.#options.onError);
  }

  #time(): string {
    return this.#options.now().toISOString();
  }
}
