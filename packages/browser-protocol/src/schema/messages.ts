import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

import type { CommandOf, CommandType } from '../index.ts';
import {
  type BrowserFault,
  type CancelMessage,
  faultCodes,
  type HelloMessage,
  type PongMessage,
  type RefusedMessage,
  type WelcomeMessage,
} from '../messages.ts';

import { words } from './fields.ts';
import { paramsSchemas } from './params.ts';

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
  message: words,
  hint: words,
}) satisfies z.ZodType<BrowserFault>;

/** Of any command; `result` is held to `resultSchemas` of the command it answers. */
export const browserReplySchema = z.discriminatedUnion('success', [
  z.object({ id, success: z.literal(true), result: z.unknown() }),
  z.object({ id, success: z.literal(false), error: fault }),
]);

/** Everything a server says beside commands. */
export const serverWordSchema = z.discriminatedUnion('type', [
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

/** `params` are held to `paramsSchemas[type]`; a `type` that is not there is answered with `command/unknown`. */
export const commandEnvelopeSchema = z.object({
  id,
  type: z.string(),
  params: z.unknown(),
  agent: z.string(),
});

export function isCommandType(type: string): type is CommandType {
  return Object.hasOwn(paramsSchemas, type);
}

/** Typed by the command's own schema; throws a `ZodError`. */
export function parseParams<Type extends CommandType>(
  type: Type,
  params: unknown,
): CommandOf<Type>['params'] {
  return paramsSchemas[type].parse(params);
}
