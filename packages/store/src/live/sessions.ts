import type { Session } from '@annotate-mcp/core';
import { sessionSchema } from '@annotate-mcp/core/schema';

import type { Database, Row } from '../sqlite/database.ts';
import { text } from '../sqlite/row.ts';
import type { Sessions } from '../store.ts';

import type { Heartbeat } from './heartbeat.ts';
import type { LiveDatabase } from './live-database.ts';
import { isAlive, ownColumns } from './owner.ts';

const keptMs = 7 * 24 * 60 * 60 * 1000;

export interface LiveSessions extends Sessions {
  /** Those saved here have no server any more. */
  end(): Promise<void>;
}

/** `store` separates this store's rows from those of other stores in the same project. */
export function createSessions(
  live: LiveDatabase,
  store: string,
  now: () => Date,
  heartbeat: Heartbeat,
): LiveSessions {
  const own = new Map<string, Session>();
  const write = (database: Database, session: Session) =>
    database.run(
      `INSERT OR REPLACE INTO sessions (store, id, last_seen_at, body, machine, pid, started_at, heartbeat_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      store,
      session.id,
      session.lastSeenAt,
      JSON.stringify(session),
      ...ownColumns(now()),
    );
  live.onOpen((database) => {
    for (const session of own.values()) write(database, session);
  });
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
        return row === undefined ? null : toSession(row, now());
      }),
    list: () =>
      live.use((database) =>
        database
          .all('SELECT * FROM sessions WHERE store = ? ORDER BY last_seen_at DESC', store)
          .map((row) => toSession(row, now())),
      ),
    end: async () => {
      const ending = [...own.keys()];
      own.clear();
      if (ending.length === 0) return;
      await live.use((database) => {
        for (const id of ending) {
          database.run("UPDATE sessions SET started_at = 'ended' WHERE store = ? AND id = ?", store, id);
        }
      });
    },
  };
}

function toSession(row: Row, now: Date): Session {
  const session = sessionSchema.parse(JSON.parse(text(row, 'body')));
  return { ...session, active: session.active && isAlive(row, now) };
}
