import { setTimeout as delay } from 'node:timers/promises';

import { TeamError } from '../errors.ts';

import { describeError } from './log.ts';
import { startTeamServer, type TeamServer, type TeamServerOptions } from './team-server.ts';

const shortestPauseMs = 250;
const longestPauseMs = 5_000;

/** As `startTeamServer`, for a database that is started later. `null` when `ended` comes first. */
export async function startWhenReachable(
  options: TeamServerOptions,
  ended: AbortSignal,
): Promise<TeamServer | null> {
  for (let pauseMs = shortestPauseMs; !ended.aborted; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await startTeamServer(options);
    } catch (error) {
      if (!(error instanceof TeamError && error.code === 'team/away')) throw error;
      if (pauseMs === shortestPauseMs)
        options.log({ level: 'error', event: 'waiting', message: describeError(error) });
    }
    await delay(pauseMs, undefined, { signal: ended }).catch(() => undefined);
  }
  return null;
}
