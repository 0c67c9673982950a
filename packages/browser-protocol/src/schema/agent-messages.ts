import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

import {
  type AgentFault,
  agentFaultCodes,
  type AgentHello,
  type AgentRefused,
  type AgentWelcome,
} from '../agent-messages.ts';
import { text } from '../fields.ts';

const id = z.uuid();

export const agentHelloSchema = z.object({
  type: z.literal('hello'),
  protocol: z.int(),
  version: capped(100),
  takesBytes: z.boolean().exactOptional(),
}) satisfies z.ZodType<AgentHello>;

/** All messages of an agent's server after its hello, except commands. */
export const agentMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('make-way') }),
  z.object({ type: z.literal('cancel'), id }),
]);

/** The first message of the bridge. */
export const agentGreetingSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('welcome'),
    version: z.string(),
    shared: z.boolean(),
    others: z.int(),
  }),
  z.object({ type: z.literal('refused'), message: z.string(), hint: z.string() }),
]) satisfies z.ZodType<AgentWelcome | AgentRefused>;

const fault = z.object({
  code: z.enum(agentFaultCodes),
  message: text,
  hint: text,
}) satisfies z.ZodType<AgentFault>;

/** For any command; `result` is checked against the schema of the command that it replies to. */
export const agentReplySchema = z.discriminatedUnion('success', [
  z.object({ id, success: z.literal(true), result: z.unknown() }),
  z.object({ id, success: z.literal(false), error: fault }),
]);
