import { createHash } from 'node:crypto';

import { withSlashes } from './options.ts';

/**
 * Tells this app of this project from any other one that runs at the same address tomorrow. The same after a restart:
 * tools disagree about the case of a drive's letter, so it does not count.
 */
export function projectIdOf(projectRoot: string, appId: string): string {
  const root = withSlashes(projectRoot).replace(/^[A-Z]:/, (drive) => drive.toLowerCase());
  return createHash('sha256').update(`${root}\0${appId}`).digest('hex').slice(0, 16);
}
