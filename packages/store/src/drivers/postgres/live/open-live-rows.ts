import type { AgentPresence } from '@annotate-mcp/core';
import {
  agentPresenceSchema,
  lookAnswerSchema,
  lookRequestSchema,
  questionSchema,
  workSchema,
} from '@annotate-mcp/core/schema';

import { agentsIn } from '../../../live/agents-in.ts';
import type { Live } from '../../../live/live.ts';

import type { LiveContext } from './live-context.ts';
import { LiveRows } from './live-rows.ts';
import { SessionRows } from './session-rows.ts';

/** Sessions, agents and the other live records of one project. */
export function openLiveRows(context: LiveContext, now: () => Date): Live {
  const idOf = ({ id }: { id: string }) => id;
  const presences = new LiveRows<AgentPresence>(context, {
    list: 'agents',
    schema: agentPresenceSchema,
    idOf: ({ agentId }) => agentId,
  });
  const works = new LiveRows(context, { list: 'works', schema: workSchema, idOf });
  const questions = new LiveRows(context, { list: 'questions', schema: questionSchema, idOf });
  const lookRequests = new LiveRows(context, { list: 'look_requests', schema: lookRequestSchema, idOf });
  const lookAnswers = new LiveRows(context, { list: 'look_answers', schema: lookAnswerSchema, idOf });
  const sessions = new SessionRows(context, now);
  return {
    sessions,
    agents: agentsIn(presences),
    works,
    questions,
    lookRequests,
    lookAnswers,
    close: async () => {
      context.hurry();
      const parts = [presences, works, questions, lookRequests, lookAnswers, sessions];
      // Rows that cannot be removed, because the server is away, go with the lock of this process.
      await Promise.allSettled(parts.map((part) => part.close()));
      context.close();
    },
  };
}
