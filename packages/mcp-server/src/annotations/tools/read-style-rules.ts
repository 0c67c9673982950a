import type { Annotation } from '@annotate-mcp/core';
import { describeRulesIn } from '@annotate-mcp/store/files';

export async function readStyleRules(annotation: Annotation, root: string): Promise<readonly string[]> {
  return 'styleRules' in annotation ? describeRulesIn(root, annotation.styleRules) : [];
}
