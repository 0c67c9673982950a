import type { Settings } from '../driver.ts';
import type { Companions } from '../files/annotate-folder.ts';
import type { Agents, Sessions } from '../store.ts';
import type { Provenance } from '../trust/provenance.ts';

import { LiveAgents } from './agents.ts';
import { Heartbeat } from './heartbeat.ts';
import { inMemory, LiveDatabase } from './live-database.ts';
import { createSessions } from './sessions.ts';

/** The sessions and agents that are connected to a store. */
export interface Live {
  sessions: Sessions;
  agents: Agents;
  close(): Promise<void>;
}

const checkMs = 2_000;

/** `companions` and `provenance` are `null` for a store that lives in this process only. */
export function openLive(
  companions: Companions | null,
  { now, busyMs }: Settings,
  journal: 'wal' | 'delete',
  provenance: Provenance | null,
): Live {
  const database = new LiveDatabase(companions?.liveFile ?? inMemory, busyMs, journal);
  const store = companions?.key ?? '';
  const heartbeat = new Heartbeat(database, store, now);
  const wakeFile = companions?.liveWakeFile ?? null;
  const agents = new LiveAgents(database, { store, wakeFile, now, checkMs, heartbeat });
  const sessions = createSessions(database, { store, now, heartbeat, provenance });
  return {
    sessions,
    agents,
    close: async () => {
      heartbeat.stop();
      await agents.close();
      await sessions.end();
      database.close();
    },
  };
}
