import type { z } from 'zod';

import type { AgentPresence, LookAnswer, LookRequest, Question, Work } from '@annotate-mcp/core';
import {
  agentPresenceSchema,
  lookAnswerSchema,
  lookRequestSchema,
  questionSchema,
  workSchema,
} from '@annotate-mcp/core/schema';

import type { Settings } from '../driver.ts';
import type { Companions } from '../files/annotate-folder.ts';
import type { Agents, LiveList, Sessions } from '../store.ts';
import type { Provenance } from '../trust/provenance.ts';

import { agentsIn } from './agents-in.ts';
import { Heartbeat } from './heartbeat.ts';
import { inMemory, LiveDatabase } from './live-database.ts';
import { LiveRecords, type LiveRecordsOptions } from './live-records.ts';
import { createSessions } from './sessions.ts';

/** What of a store lives only as long as a process: sessions, agents, what agents do, ask and look at. */
export interface Live {
  sessions: Sessions;
  agents: Agents;
  works: LiveList<Work>;
  questions: LiveList<Question>;
  lookRequests: LiveList<LookRequest>;
  lookAnswers: LiveList<LookAnswer>;
  close(): Promise<void>;
}

const checkMs = 2_000;

/** `companions` and `provenance` are `null` for a store that lives in this process only. */
export function openLive(
  companions: Companions | null,
  { now, busyMs }: Settings,
  provenance: Provenance | null,
): Live {
  const database = new LiveDatabase(companions?.liveFile ?? inMemory, busyMs);
  const store = companions?.key ?? '';
  const heartbeat = new Heartbeat(database, store, now);
  const common = { store, now, checkMs, heartbeat };
  const presences = new LiveRecords<AgentPresence>(database, {
    ...common,
    table: 'agents',
    schema: agentPresenceSchema,
    idOf: ({ agentId }) => agentId,
    wakeFile: companions?.liveWakeFile ?? null,
  });
  const listOf = <Live extends { id: string }>(
    table: LiveRecordsOptions<Live>['table'],
    schema: z.ZodType<Live>,
    wakeFile: string | undefined,
  ) =>
    new LiveRecords(database, {
      ...common,
      table,
      schema,
      idOf: ({ id }) => id,
      wakeFile: wakeFile ?? null,
    });
  const works = listOf('works', workSchema, companions?.workWakeFile);
  const questions = listOf('questions', questionSchema, companions?.workWakeFile);
  const lookRequests = listOf('look_requests', lookRequestSchema, companions?.lookWakeFile);
  const lookAnswers = listOf('look_answers', lookAnswerSchema, companions?.lookWakeFile);
  const sessions = createSessions(database, { store, now, heartbeat, provenance });
  return {
    sessions,
    agents: agentsIn(presences),
    works,
    questions,
    lookRequests,
    lookAnswers,
    close: async () => {
      heartbeat.stop();
      const lists = [presences, works, questions, lookRequests, lookAnswers];
      for (const records of lists) await records.close();
      await sessions.end();
      database.close();
    },
  };
}
