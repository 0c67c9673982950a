import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

import { commands, type CommandType } from '../commands/index.ts';
import { text } from '../fields.ts';
import {
  type BrowserFault,
  type CancelMessage,
  faultCodes,
  type HelloMessage,
  type PongMessage,
  type RefusedMessage,
  type WelcomeMessage,
} from '../messages.ts';

const id = z.uuid();

export const helloSchema = z.object({
  type: z.literal('hello'),
  protocol: z.int(),
  installId: id,
  extensionVersion: capped(100),
  browser: capped(200),
}) satisfies z.ZodType<HelloMessage>;

const fault = z.object({
  code: z.enum(faultCodes),
  message: text,
  hint: text,
}) satisfies z.ZodType<BrowserFault>;

/** For any command; `result` is checked against the schema of the command that it replies to. */
export const browserReplySchema = z.discriminatedUnion('success', [
  z.object({ id, success: z.literal(true), result: z.unknown() }),
  z.object({ id, success: z.literal(false), error: fault }),
]);

/** All messages of the server except commands. */
export const serverMessageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('welcome'),
    protocol: z.int(),
    serverVersion: z.string(),
    annotate: z.object({
      hubPath: z.string(),
      appId: z.string(),
      projectId: z.string(),
      projectName: z.string(),
    }),
    takesBytes: z.boolean().exactOptional(),
  }),
  z.object({
    type: z.literal('refused'),
    code: z.enum(['another-install', 'other-protocol', 'bad-hello', 'replaced', 'key-replaced']),
    message: z.string(),
    hint: z.string(),
  }),
  z.object({ type: z.literal('cancel'), id }),
  z.object({ type: z.literal('pong') }),
]) satisfies z.ZodType<WelcomeMessage | RefusedMessage | CancelMessage | PongMessage>;

/** For any command; `params` are checked against the schema of the command, and an unknown `type` is refused. */
export const commandEnvelopeSchema = z.object({
  id,
  type: z.string(),
  params: z.unknown(),
  agent: z.string(),
});

export function isCommandType(type: string): type is CommandType {
  return Object.hasOwn(commands, type);
}
