/** Turns a command message into its reply: checks it, runs it, and describes what goes wrong. */
import type { BrowserReply, CommandType, ParamsOf, ResultOf } from '@annotate-mcp/browser-protocol';
import { commandEnvelopeSchema, commands, isCommandType } from '@annotate-mcp/browser-protocol/schema';
import { describeProblem } from '@annotate-mcp/core/schema';

import type { Gate } from '../consent/gate.ts';
import { CommandError, toBrowserFault } from '../driver/command-error.ts';

import type { CommandContext, Handler } from './handler.ts';
import { handlers } from './index.ts';

export interface RunContext extends CommandContext {
  readonly gate: Gate;
}

export async function runCommand(raw: unknown, context: RunContext): Promise<BrowserReply> {
  const envelope = commandEnvelopeSchema.safeParse(raw);
  const id = envelope.success ? envelope.data.id : '';
  try {
    if (!envelope.success)
      throw new CommandError('command/invalid', 'The extension cannot read this command.', updateHint);
    const { type, params, agent } = envelope.data;
    if (!isCommandType(type))
      throw new CommandError('command/unknown', `The extension does not know "${type}".`, updateHint);
    return { id, success: true, result: await run(type, params, agent, context) };
  } catch (error) {
    return { id, success: false, error: toBrowserFault(error) };
  }
}

const updateHint = 'Update the extension, or the server: they are of different releases.';

async function run<Type extends CommandType>(
  type: Type,
  raw: unknown,
  agent: string,
  { gate, ...context }: RunContext,
): Promise<ResultOf<Type>> {
  const params = parseParams(type, raw);
  const handler: Handler<Type> = handlers[type];
  return gate.run({ type, params, agent }, context.signal, (permit, waitedMs) =>
    handler(inTimeLeft(params, waitedMs), { ...context, signal: permit.signal, permit }),
  );
}

/** The server waits 30 seconds in all, also while the person thinks about a question. */
function inTimeLeft<Params extends object>(params: Params, waitedMs: number): Params {
  if (!('timeoutMs' in params) || typeof params.timeoutMs !== 'number') return params;
  return { ...params, timeoutMs: Math.min(params.timeoutMs, Math.round(maxCommandMs - waitedMs)) };
}

const maxCommandMs = 29_000;

function parseParams<Type extends CommandType>(type: Type, params: unknown): ParamsOf<Type> {
  const parsed = commands[type].params.safeParse(params);
  if (parsed.success) return parsed.data;
  throw new CommandError(
    'command/invalid',
    `The extension does not accept this "${type}": ${describeProblem(parsed.error)}.`,
    'Correct that argument, for example make it shorter. If it is right, extension and server are of different releases: update both.',
  );
}
