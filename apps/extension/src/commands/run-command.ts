/** Turns a command message into its reply: checks it, runs it, and describes what goes wrong. */
import type { BrowserReply, CommandType, ParamsOf, ResultOf } from '@annotate-mcp/browser-protocol';
import { commandEnvelopeSchema, commands, isCommandType } from '@annotate-mcp/browser-protocol/schema';
import { describeProblem } from '@annotate-mcp/core/schema';

import { CommandError, toBrowserFault } from '../driver/command-error.ts';

import type { CommandContext, Handler } from './handler.ts';
import { handlers } from './index.ts';

export async function runCommand(raw: unknown, context: CommandContext): Promise<BrowserReply> {
  const envelope = commandEnvelopeSchema.safeParse(raw);
  const id = envelope.success ? envelope.data.id : '';
  try {
    if (!envelope.success)
      throw new CommandError('command/invalid', 'The extension cannot read this command.', updateHint);
    const { type, params } = envelope.data;
    if (!isCommandType(type))
      throw new CommandError('command/unknown', `The extension does not know "${type}".`, updateHint);
    return { id, success: true, result: await run(type, params, context) };
  } catch (error) {
    return { id, success: false, error: toBrowserFault(error) };
  }
}

const updateHint = 'Update the extension, or the server: they are of different releases.';

async function run<Type extends CommandType>(
  type: Type,
  params: unknown,
  context: CommandContext,
): Promise<ResultOf<Type>> {
  const handler: Handler<Type> = handlers[type];
  return handler(parseParams(type, params), context);
}

function parseParams<Type extends CommandType>(type: Type, params: unknown): ParamsOf<Type> {
  const parsed = commands[type].params.safeParse(params);
  if (parsed.success) return parsed.data;
  throw new CommandError(
    'command/invalid',
    `The extension does not accept this "${type}": ${describeProblem(parsed.error)}.`,
    'Correct that argument, for example make it shorter. If it is right, extension and server are of different releases: update both.',
  );
}
