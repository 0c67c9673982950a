/** What an agent is told when the bridge, which runs in another process, is the problem. */
import type { CommandType } from '@annotate-mcp/browser-protocol';
import { AnnotateError } from '@annotate-mcp/core';

export function bridgeEndedError(type: CommandType): AnnotateError {
  return new AnnotateError(
    'browser/disconnected',
    `The bridge to the browser ended before it answered "${type}"; the command may have run or not.`,
    { hint: 'The next call starts it again. Look at the page before you repeat the command.' },
  );
}

export function bridgeUnreachableError(url: string, cause: unknown): AnnotateError {
  return new AnnotateError(
    'browser/no-bridge',
    `The bridge to the browser at ${url} accepts no connection: ${cause instanceof Error ? cause.message : String(cause)}.`,
    { hint: 'Call the tool again. If it stays, ask the person to run "npx annotate-mcp doctor".', cause },
  );
}

export function bridgeRefusedError(refused?: { message: string; hint: string }): AnnotateError {
  return new AnnotateError(
    'browser/no-bridge',
    refused?.message ?? 'The bridge to the browser answered in a way that this release does not understand.',
    {
      hint:
        refused?.hint ??
        'Ask the person to update annotate-mcp, and to restart "annotate-mcp serve" and the agents that use the browser.',
    },
  );
}
