import { z } from 'zod';

import type { Person } from '../people.ts';
import type { AgentPresence, Session } from '../session.ts';

import { isoTime } from './text.ts';

export const sessionSchema = z.looseObject({
  id: z.string(),
  appId: z.string(),
  createdAt: isoTime,
  lastSeenAt: isoTime,
  active: z.boolean(),
  url: z.string(),
  authorId: z.string().exactOptional(),
  authorName: z.string().exactOptional(),
  seen: z.record(z.string(), isoTime).exactOptional(),
}) satisfies z.ZodType<Session>;

export const personSchema = z.looseObject({
  id: z.string(),
  name: z.string().exactOptional(),
  color: z.int(),
  lastSeenAt: isoTime,
}) satisfies z.ZodType<Person>;

export const agentPresenceSchema = z.looseObject({
  agentId: z.string(),
  agentName: z.string(),
  waiting: z.boolean(),
  since: isoTime,
  toldBy: z.enum(['channel', 'watch']).exactOptional(),
  documents: z.array(z.string()).exactOptional(),
  host: z.string().exactOptional(),
}) satisfies z.ZodType<AgentPresence>;
