import { join } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';
import { FileLock } from '@annotate-mcp/store/files';
import { provenanceFolder } from '@annotate-mcp/store/user-folders';
import { projectKey } from '@annotate-mcp/work';

/** Runs `work` unless another process of this user runs it for the same project. The system frees the lock of a dead process. */
export async function runAlone<T>(root: string, work: () => Promise<T>): Promise<T> {
  const file = join(provenanceFolder(), 'work', `${projectKey(root)}.lock.db`);
  const lock = new FileLock(file, { protects: file, busyMs: 0 });
  try {
    return await lock.run(work);
  } catch (error) {
    // Other files may be locked as well, while `work` runs.
    const isLocked =
      error instanceof AnnotateError && error.code === 'store/busy' && error.message.startsWith(file);
    if (!isLocked) throw error;
    throw new AnnotateError('work/running', `annotate-mcp work runs for ${root} already.`, {
      hint: 'Use that one, or stop it first. For several agents at once: annotate-mcp work --agents 3 --worktrees',
      cause: error,
    });
  } finally {
    lock.close();
  }
}
