import type { Annotation, DescribedAttempt } from '@annotate-mcp/core';
import { describeRulesIn } from '@annotate-mcp/store/files';

/** What an agent gets beside the record, read from files of the project. A field that would be empty is absent. */
export interface Background {
  /** What agents tried before. */
  tried?: readonly DescribedAttempt[];
  /** Rules of the page's style sheets for what was picked, one line each. */
  styleRules?: readonly string[];
}

export async function readBackground(annotation: Annotation, root: string): Promise<Background> {
  const rules = 'styleRules' in annotation ? (annotation.styleRules ?? []) : [];
  const [tried, styleRules] = await Promise.all([readTried(annotation, root), describeRulesIn(root, rules)]);
  return { ...(tried.length > 0 && { tried }), ...(styleRules.length > 0 && { styleRules }) };
}

/** Loaded where there is something: most annotations are done at the first attempt. */
async function readTried(annotation: Annotation, root: string): Promise<readonly DescribedAttempt[]> {
  if (annotation.tried === undefined) return [];
  const { PatchFiles, readAttempts } = await import('@annotate-mcp/store/git');
  return readAttempts(annotation, new PatchFiles(root));
}
