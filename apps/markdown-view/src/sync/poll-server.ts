/** Polls the server for changes until the view is closed. Errors never end the polling. */
import type { PollResult, SequencedCommand, ViewSnapshot } from '@annotate-mcp/markdown';

import { EndedError, RefusedError } from '../host/view-host.ts';
import type { Connection } from '../state/state.ts';

import type { Server } from './server.ts';

export interface PollHandlers {
  /** Applies the changes. When it rejects, the next poll brings them again. */
  readonly apply: (
    snapshot: ViewSnapshot | null,
    commands: readonly SequencedCommand['command'][],
  ) => Promise<void>;
  readonly onConnection: (connection: Connection) => void;
}

export interface ServerPolling {
  /** Polls again now instead of after the pause: the network is back, or the tab is visible again. */
  readonly wake: () => void;
  readonly stop: () => void;
}

const waitMs = 25_000;

export function pollServer(
  server: Pick<Server, 'poll' | 'reopen'>,
  handlers: PollHandlers,
  instance: string,
): ServerPolling {
  const stopped = new AbortController();
  const pause = createPause();
  let after: number | null = null;
  let failures = 0;

  const pollOnce = async () => {
    // The first poll after a failure does not wait, so that "offline" disappears as soon as the server answers.
    const wait = after === null || failures > 0 ? 0 : waitMs;
    const result = await server.poll({ instance, after, waitMs: wait }, stopped.signal);
    await handlers.apply(result.snapshot ?? null, unseenCommands(result, result.snapshot ? null : after));
    after = result.seq;
    failures = 0;
    handlers.onConnection({ state: 'online' });
  };

  /** Opens the file as a new view, which the server then knows. Resolves to the error when that fails. */
  const reopen = async (): Promise<unknown> => {
    try {
      await server.reopen();
      after = null;
      return null;
    } catch (error) {
      return error;
    }
  };

  const recover = async (error: unknown) => {
    failures++;
    const reason = error instanceof RefusedError ? await reopen() : error;
    if (reason === null && failures === 1) return;
    handlers.onConnection(connectionAfter(reason ?? error));
    await pause.wait(pauseAfter(failures));
  };

  const run = async () => {
    while (!stopped.signal.aborted)
      await pollOnce().catch(async (error: unknown) => {
        // Stopping aborts the call; that is not a failure.
        if (!stopped.signal.aborted) await recover(error);
      });
  };
  void run();
  return {
    wake: pause.end,
    stop() {
      stopped.abort();
      pause.end();
    },
  };
}

function createPause() {
  let end: () => void = () => undefined;
  return {
    wait: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end: () => end(),
  };
}

function connectionAfter(error: unknown): Connection {
  if (error instanceof EndedError) return { state: 'ended' };
  const problem = error instanceof Error ? error.message : String(error);
  return { state: 'offline', problem, refused: error instanceof RefusedError };
}

/** Leaves out commands that were carried out already and came again because an answer was lost. */
function unseenCommands({ commands }: PollResult, after: number | null): SequencedCommand['command'][] {
  return commands.filter(({ seq }) => after === null || seq > after).map(({ command }) => command);
}

/** Milliseconds: half a second, doubled with each failure up to 15 seconds. */
export function pauseAfter(failures: number): number {
  return Math.min(500 * 2 ** (failures - 1), 15_000);
}
