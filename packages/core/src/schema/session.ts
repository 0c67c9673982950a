import { z } from 'zod';

import type { AgentPresence, Session } from '../session.ts';

import { isoTime } from './text.ts';

export const sessionSchema = z.looseObject({
  id: z.string(),
  appId: z.string(),
  createdAt: isoTime,
  lastSeenAt: isoTime,
  active: z.boolean(),
  url: z.string(),
}) satisfies z.ZodType<Session>;

export const agentPresenceSchema = z.looseObject({
  agentId: z.string(),
  agentName: z.string(),
  waiting: z.boolean(),
  since: isoTime,
}) satisfies z.ZodType<AgentPresence>;
