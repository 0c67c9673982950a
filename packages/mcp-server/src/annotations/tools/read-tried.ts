import type { Annotation, DescribedAttempt } from '@annotate-mcp/core';

/** Loaded where there is something: most annotations are done at the first attempt. */
export async function readTried(annotation: Annotation, root: string): Promise<readonly DescribedAttempt[]> {
  if (annotation.tried === undefined) return [];
  const { PatchFiles, readAttempts } = await import('@annotate-mcp/store/git');
  return readAttempts(annotation, new PatchFiles(root));
}
