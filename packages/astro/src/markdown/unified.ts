/** For `unified()`, the processor of remark and rehype plugins. */
import type { Edge } from '@annotate-mcp/unplugin';

import { marksIn, type MarkAt, type Marks, type Point } from './marks.ts';

interface Node {
  readonly type: string;
  readonly position?: { readonly start: Point } | undefined;
  readonly children?: readonly Node[];
  properties?: Record<string, unknown>;
}

interface File {
  readonly path?: string | undefined;
  toString(): string;
}

export function rehypePlugin(marks: Marks, edge: Edge) {
  const mark = (tree: Node, file: File): void => {
    const markAt = file.path === undefined ? null : marksIn(file.path, String(file), marks);
    if (markAt !== null) markBelow(tree, markAt);
  };
  const guarded = edge.guard('markdownLines', mark, () => undefined);
  return function annotateSource() {
    return guarded;
  };
}

function markBelow(node: Node, markAt: MarkAt): void {
  const mark = node.type === 'element' && node.position !== undefined ? markAt(node.position.start) : null;
  if (mark !== null) node.properties = { ...node.properties, [mark.name]: mark.value };
  for (const child of node.children ?? []) markBelow(child, markAt);
}
