import { type AuthMethod, RequestError } from '@agentclientprotocol/sdk';

import { AnnotateError } from '@annotate-mcp/core';

import { commandLineOf } from '../presets/command-line.ts';
import type { AgentCommand } from '../presets/preset.ts';

import type { AgentEnd } from './agent-process.ts';

/** Of the Agent Client Protocol: the agent needs the person to sign in. */
const authRequired = -32_000;

/** What an agent answered instead of a session or the end of a turn. */
export function startError(
  error: unknown,
  command: AgentCommand,
  authMethods: readonly Pick<AuthMethod, 'name' | 'description'>[],
): unknown {
  if (!(error instanceof RequestError)) return error;
  const said = saidBy(error);
  if (/root\/sudo privileges/i.test(said)) return rootError(command, error);
  if (error.code === authRequired || /exited with code 1|not logged in|api key|authenticat/i.test(said))
    return signInError(command, said, authMethods, error);
  return new AnnotateError('work/failed', `${command.name} answered with an error: ${said}`, {
    hint: `Try it by itself: ${commandLineOf(command)}`,
    cause: error,
  });
}

/** `isReady`: it had a session, and may have begun with an annotation. */
export function endedError(command: AgentCommand, end: AgentEnd, isReady: boolean): AnnotateError {
  const { couldNotStart, reason, errorOutput } = end;
  if (couldNotStart) {
    return new AnnotateError(
      'work/not-installed',
      `${commandLineOf(command)} could not be started: ${reason.includes('ENOENT') ? 'there is no such program' : reason}.`,
      {
        hint: 'Check that the program is installed and that this user may run it.',
      },
    );
  }
  const said = errorOutput === '' ? '' : ` It wrote: ${errorOutput}`;
  return new AnnotateError('work/ended', `${command.name} ended unexpectedly (${reason}).${said}`, {
    hint: isReady
      ? 'Send the annotation again to try it with a fresh agent; files that it has changed are as it left them.'
      : `Try it in a terminal: ${commandLineOf(command)}. If it needs an account: ${command.signIn}`,
  });
}

export function silentError(command: AgentCommand): AnnotateError {
  return new AnnotateError('work/failed', `${command.name} did not answer within three minutes.`, {
    hint: `Check in a terminal whether it starts and speaks ACP: ${commandLineOf(command)}`,
  });
}

export function unansweredError(command: AgentCommand, mostMs: number): AnnotateError {
  return new AnnotateError('work/failed', `${command.name} did not answer within ${mostMs / 1_000} s.`, {
    hint: 'It works as it is set. Choose again in a moment, or set it in its own program.',
  });
}

export function versionError(command: AgentCommand, version: number): AnnotateError {
  return new AnnotateError(
    'work/failed',
    `${command.name} speaks version ${version} of ACP; this program speaks version 1.`,
    {
      hint: 'Update the agent and annotate-mcp.',
    },
  );
}

/** Another annotation would fail in the same way: a person has to do something first. */
export function isUnusableAgent(error: unknown): error is AnnotateError {
  return (
    error instanceof AnnotateError &&
    ['work/not-signed-in', 'work/not-installed', 'work/root'].includes(error.code)
  );
}

function rootError(command: AgentCommand, cause: RequestError): AnnotateError {
  return new AnnotateError(
    'work/root',
    `${command.name} cannot be started by root: its program refuses to work with the rights of the whole machine.`,
    {
      hint: 'Run annotate-mcp work as another user. In a container that is a sandbox of its own, set IS_SANDBOX=1.',
      cause,
    },
  );
}

function signInError(
  command: AgentCommand,
  said: string,
  authMethods: readonly Pick<AuthMethod, 'name' | 'description'>[],
  cause: RequestError,
): AnnotateError {
  const ways = authMethods.map(({ name, description }) =>
    (description ?? '') === '' ? name : `${name} (${description})`,
  );
  const known = ways.length === 0 ? '' : ` The agent itself offers: ${ways.join('; ')}.`;
  return new AnnotateError('work/not-signed-in', `${command.name} is not signed in: ${said}`, {
    hint: `${command.signIn}${known}`,
    cause,
  });
}

/** Agents write the reason into `data` and leave a general message. */
function saidBy({ message, data }: RequestError): string {
  const details = detailsIn(data);
  return details === '' || message.includes(details) ? message : `${message}: ${details}`;
}

function detailsIn(data: unknown): string {
  if (typeof data === 'string') return data;
  if (typeof data !== 'object' || data === null) return '';
  const { details, message } = data as { details?: unknown; message?: unknown };
  return [details, message].find((text) => typeof text === 'string') ?? '';
}
