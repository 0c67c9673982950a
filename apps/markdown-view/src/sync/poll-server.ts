/** Hears what the server has for this view, for as long as the view is there. No error ends it. */
import type { PollResult, SequencedCommand, ViewSnapshot } from '@annotate-mcp/markdown';

import { Ended, Refused } from '../host/view-host.ts';
import type { Link } from '../state/state.ts';

import type { Server } from './server.ts';

export interface Followed {
  /** Carries everything out, or rejects; then it comes again. */
  readonly apply: (
    snapshot: ViewSnapshot | null,
    commands: readonly SequencedCommand['command'][],
  ) => Promise<void>;
  readonly onLink: (link: Link) => void;
}

export interface Follow {
  /** Ask at once: the network is back, or somebody looks again. */
  readonly wake: () => void;
  readonly stop: () => void;
}

const waitMs = 25_000;

export function follow(server: Pick<Server, 'poll' | 'reopen'>, to: Followed, instance: string): Follow {
  const ended = new AbortController();
  const pause = createPause();
  let after: number | null = null;
  let failures = 0;

  const once = async () => {
    // The first answer after trouble comes at once, so that "offline" goes as soon as it is not true any more.
    const wait = after === null || failures > 0 ? 0 : waitMs;
    const result = await server.poll({ instance, after, waitMs: wait }, ended.signal);
    await to.apply(result.snapshot ?? null, unseen(result, result.snapshot ? null : after));
    after = result.seq;
    failures = 0;
    to.onLink({ state: 'online' });
  };

  /** Whatever it was that the server refused, a view that was just opened is one it knows. Otherwise what is wrong. */
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
    const wrong = error instanceof Refused ? await reopen() : error;
    if (wrong === null && failures === 1) return;
    to.onLink(trouble(wrong ?? error));
    await pause.wait(pauseAfter(failures));
  };

  const run = async () => {
    while (!ended.signal.aborted)
      await once().catch(async (error: unknown) => {
        // Our own end of it is no trouble.
        if (!ended.signal.aborted) await recover(error);
      });
  };
  void run();
  return {
    wake: pause.end,
    stop() {
      ended.abort();
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

function trouble(error: unknown): Link {
  if (error instanceof Ended) return { state: 'ended' };
  const problem = error instanceof Error ? error.message : String(error);
  return { state: 'offline', problem, refused: error instanceof Refused };
}

/** Those that were sent again because an answer was lost have been carried out already. */
function unseen({ commands }: PollResult, after: number | null): SequencedCommand['command'][] {
  return commands.filter(({ seq }) => after === null || seq > after).map(({ command }) => command);
}

/** Half a second, doubled up to 15. */
export function pauseAfter(failures: number): number {
  return Math.min(500 * 2 ** (failures - 1), 15_000);
}
