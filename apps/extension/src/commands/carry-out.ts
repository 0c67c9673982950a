/** From a message to its reply: checks it, carries it out, words what goes wrong. */
import { z } from 'zod';

import type { BrowserReply, CommandType, ParamsOf, ResultOf } from '@annotate-mcp/browser-protocol';
import { commandEnvelopeSchema, isCommandType, parseParams } from '@annotate-mcp/browser-protocol/schema';
import { describeProblem } from '@annotate-mcp/core/schema';

import { Faulty, faultOf } from '../driver/fault.ts';

import type { CommandContext, Handler } from './command.ts';
import { handlers } from './index.ts';

export async function carryOut(raw: unknown, context: CommandContext): Promise<BrowserReply> {
  const envelope = commandEnvelopeSchema.safeParse(raw);
  const id = envelope.success ? envelope.data.id : '';
  try {
    if (!envelope.success)
      throw new Faulty('command/invalid', 'The extension cannot read this command.', update);
    const { type, params } = envelope.data;
    if (!isCommandType(type))
      throw new Faulty('command/unknown', `The extension does not know "${type}".`, update);
    return { id, success: true, result: await run(type, params, context) };
  } catch (error) {
    return { id, success: false, error: faultOf(error) };
  }
}

const update = 'Update the extension, or the server: they are of different releases.';

function readParams<Type extends CommandType>(type: Type, params: unknown): ParamsOf<Type> {
  try {
    return parseParams(type, params);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new Faulty(
      'command/invalid',
      `The extension does not take this "${type}": ${describeProblem(error)}.`,
      'Correct that argument, for example by a shorter one. If it is right, extension and server are of different releases: update both.',
    );
  }
}

async function run<Type extends CommandType>(
  type: Type,
  params: unknown,
  context: CommandContext,
): Promise<ResultOf<Type>> {
  const handler: Handler<Type> = handlers[type];
  return handler(readParams(type, params), context);
}
