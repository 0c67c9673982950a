import { z } from 'zod';

import { parseJson, type Session } from '@annotate-mcp/core';
import { sessionSchema } from '@annotate-mcp/core/schema';

import type { Database, Row } from '../sqlite/database.ts';
import { text } from '../sqlite/row.ts';
import type { Sessions } from '../store.ts';
import type { Provenance } from '../trust/provenance.ts';

import type { Heartbeat } from './heartbeat.ts';
import type { LiveDatabase } from './live-database.ts';
import { isAlive, ownColumns } from './owner.ts';

const keptMs = 7 * 24 * 60 * 60 * 1000;

export interface LiveSessions extends Sessions {
  /** Marks the sessions that this process saved as inactive, because the server of their tabs ends. */
  end(): Promise<void>;
}

interface SessionsOptions {
  /** Separates this store's rows from those of other stores in the same project. */
  store: string;
  now: () => Date;
  heartbeat: Heartbeat;
  /** `null` where only this process can write. */
  provenance: Provenance | null;
}

/** Agents hear of sessions, so one that came with the repository counts only if the person trusts it. */
export function createSessions(
  live: LiveDatabase,
  { store, now, heartbeat, provenance }: SessionsOptions,
): LiveSessions {
  const own = new Map<string, Session>();
  const write = (database: Database, session: Session) =>
    database.run(
      `INSERT OR REPLACE INTO sessions (store, id, last_seen_at, body, machine, pid, started_at, heartbeat_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      store,
      session.id,
      session.lastSeenAt,
      JSON.stringify({ ...session, seal: provenance?.sealer.seal({ session }) }),
      ...ownColumns(now()),
    );
  live.onOpen((database) => {
    for (const session of own.values()) write(database, session);
  });
  const isOwn = (session: Session, seal: string | undefined) =>
    provenance === null || provenance.sealer.isSealed({ session }, seal) || provenance.isRepositoryTrusted();
  const read = (row: Row): Session | null => {
    const parsed = parseBody(text(row, 'body'));
    if (parsed === null) return null;
    const { seal, ...session } = parsed;
    return isOwn(session, seal) ? { ...session, active: session.active && isAlive(row, now()) } : null;
  };
  return {
    save: async (session) => {
      const oldest = new Date(now().getTime() - keptMs).toISOString();
      for (const [id, { lastSeenAt }] of own) if (lastSeenAt < oldest) own.delete(id);
      await live.use((database) => {
        write(database, session);
        database.run('DELETE FROM sessions WHERE last_seen_at < ?', oldest);
      });
      own.set(session.id, session);
      heartbeat.start();
    },
    get: (id) =>
      live.use((database) => {
        const row = database.get('SELECT * FROM sessions WHERE store = ? AND id = ?', store, id);
        return row === undefined ? null : read(row);
      }),
    list: () =>
      live.use((database) =>
        database
          .all('SELECT * FROM sessions WHERE store = ? ORDER BY last_seen_at DESC', store)
          .flatMap((row) => read(row) ?? []),
      ),
    end: async () => {
      const ending = [...own.keys()];
      own.clear();
      if (ending.length === 0) return;
      await live.useIfExists((database) => {
        for (const id of ending) {
          database.run("UPDATE sessions SET started_at = 'ended' WHERE store = ? AND id = ?", store, id);
        }
      });
    },
  };
}

/** A session with its seal. Other fields in the row are dropped. */
const rowSchema = z.lazy(() => z.object({ ...sessionSchema.shape, seal: z.string().optional() }));

/** `null` for what cannot be read. */
function parseBody(body: string): z.output<typeof rowSchema> | null {
  try {
    return rowSchema.parse(parseJson(body));
  } catch {
    // A tab that is still open is saved again.
    return null;
  }
}
