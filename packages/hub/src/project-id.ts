import { createHash } from 'node:crypto';

import { withSlashes } from './options.ts';

/**
 * Identifies one app of one project, so that a page notices when another app runs at the same address later. It stays
 * the same after a restart; upper and lower case of a drive letter make no difference, because tools differ in it.
 */
export function projectIdOf(projectRoot: string, appId: string): string {
  const root = withSlashes(projectRoot).replace(/^[A-Z]:/, (drive) => drive.toLowerCase());
  return createHash('sha256').update(`${root}\0${appId}`).digest('hex').slice(0, 16);
}
