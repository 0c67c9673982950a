import { type Annotation, describeAttempt, type DescribedAttempt, patchOfAttempt } from '@annotate-mcp/core';

import type { PatchFiles } from './patch-files.ts';

/** Of one attempt and of all together, in characters: the newest come first to it. */
const mostOfOne = 8_000;
const mostOfAll = 16_000;

/** What agents tried about an annotation before, oldest first, with as much of their diffs as an agent's context can take. */
export async function readAttempts(
  annotation: Annotation,
  patches: Pick<PatchFiles, 'read'>,
): Promise<DescribedAttempt[]> {
  let left = mostOfAll;
  const described: DescribedAttempt[] = [];
  for (const attempt of (annotation.tried ?? []).toReversed()) {
    const patch = await patches.read(annotation.id, patchOfAttempt(annotation, attempt));
    const diff = patch === null ? null : cut(Buffer.from(patch, 'latin1').toString('utf8'), left);
    left -= diff?.length ?? 0;
    described.push(describeAttempt(annotation, attempt, diff));
  }
  return described.toReversed();
}

function cut(diff: string, left: number): string {
  const most = Math.min(left, mostOfOne);
  if (diff.length <= most) return diff;
  const end = Math.max(0, diff.lastIndexOf('\n', most));
  return `${diff.slice(0, end)}\n(The rest of the diff is left out.)\n`;
}
