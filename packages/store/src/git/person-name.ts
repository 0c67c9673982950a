import { cleanName } from '@annotate-mcp/core';

import { readSettings } from './git-settings.ts';
import { findRepositoryPlace } from './repository-place.ts';

/**
 * What the person is called in the git repository of a project, as in their commits. `null` where git has no name for
 * them, or does not run.
 */
export async function readPersonName(root: string): Promise<string | null> {
  try {
    const settings = await readSettings(root, findRepositoryPlace(root));
    return cleanName(settings.get('user.name') ?? '');
  } catch {
    // Without git the person has no name here. Nothing else depends on it.
    return null;
  }
}
