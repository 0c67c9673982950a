import { cleanName } from '@annotate-mcp/core';

import { tryGit } from './git.ts';

/**
 * What the person is called in the git repository of a project, as in their commits. `null` where git has no name for
 * them, or does not run.
 */
export async function readPersonName(root: string): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(longestMs);
    const { code, stdout } = await tryGit(root, ['config', 'user.name'], { signal, mostBytes: 10_000 });
    return code === 0 ? cleanName(stdout) : null;
  } catch {
    // Without git the person has no name here. Nothing else depends on it.
    return null;
  }
}

const longestMs = 5_000;
