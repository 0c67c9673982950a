import type { AgentRun, WorkStep } from '@annotate-mcp/core';
import { PatchFiles } from '@annotate-mcp/store/git';

/**
 * Keeps what an agent reported to have changed, for a turn that ended without a resolution: no other process knows it, and
 * the next agent is told of it.
 */
export async function keepDiffs(
  root: string,
  id: string,
  steps: readonly WorkStep[],
): Promise<Pick<AgentRun, 'patch' | 'seal'>> {
  const diffs = steps
    .filter(({ status }) => status === 'completed')
    .flatMap((step) => step.diffs ?? [])
    .map(({ file, patch }) => `diff --git a/${file} b/${file}\n${patch.replace(/\n?$/, '\n')}`);
  if (diffs.length === 0) return {};
  return new PatchFiles(root).save(id, Buffer.from(diffs.join(''), 'utf8').toString('latin1'));
}
