import type { Settings } from '../driver.ts';
import type { Companions } from '../files/annotate-folder.ts';
import type { Agents, Sessions } from '../store.ts';

import { LiveAgents } from './agents.ts';
import { inMemory, LiveDatabase } from './live-database.ts';
import { createSessions } from './sessions.ts';

/** Who is connected to a store. */
export interface Live {
  sessions: Sessions;
  agents: Agents;
  close(): Promise<void>;
}

const checkMs = 2_000;

/** `null` for a store that lives in this process only. */
export function openLive(companions: Companions | null, { now, busyMs }: Settings): Live {
  const database = new LiveDatabase(companions?.liveFile ?? inMemory, busyMs);
  const store = companions?.key ?? '';
  const agents = new LiveAgents(database, {
    store,
    wakeFile: companions?.liveWakeFile ?? null,
    now,
    checkMs,
  });
  return {
    sessions: createSessions(database, store, now),
    agents,
    close: async () => {
      await agents.close();
      database.close();
    },
  };
}
