/** Where hooks keep what belongs to one session of an agent: in the user's cache folder, never in the project. */
import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { cacheFolder } from '@annotate-mcp/store/user-folders';

/** Its name has a hash, because the agent chooses the id of the session. */
export function sessionPath(sessionId: string, ending: '.json' | '-plan'): string {
  const name = createHash('sha256').update(sessionId).digest('hex').slice(0, 32);
  return join(hooksFolder(), `${name}${ending}`);
}

/** Removes what sessions left behind that ended long ago. */
export function removeOldSessions(now: Date): void {
  for (const name of namesIn(hooksFolder())) {
    const path = join(hooksFolder(), name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || now.getTime() - found.mtimeMs <= longestSessionMs) continue;
    rmSync(path, { recursive: true, force: true });
  }
}

const longestSessionMs = 14 * 24 * 3_600_000;

function hooksFolder(): string {
  return join(cacheFolder(), 'hooks');
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // There is no such folder before the first hook keeps something.
    return [];
  }
}
