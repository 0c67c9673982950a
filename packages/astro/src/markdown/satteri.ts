/** For Sätteri, Astro's own processor. It is a dependency of Astro only, so the types used here are declared here. */
import { fileURLToPath } from 'node:url';

import type { Edge } from '@annotate-mcp/unplugin';

import { marksIn, type MarkAt, type Marks, type Point } from './marks.ts';

interface Node {
  readonly type: string;
  readonly tagName?: string;
  readonly position?: { readonly start: Point } | undefined;
  readonly children?: readonly Node[];
}

/** What plugins know of the document. Their factories get it only since version 0.10. */
interface Context {
  readonly source: string;
  readonly fileURL: URL | undefined;
  /** Shared by all plugins that see this document; not in the first versions. */
  readonly data?: Record<string, unknown> | undefined;
  setProperty(node: Node, name: string, value: string): void;
}

// The name is part of Astro's config: Astro caches rendered content and renders it again when the config has changed.
const name = 'annotate-source';
const codeStarts = 'annotateCodeStarts';

/** Records where code blocks start: the highlighter, which runs before other plugins, replaces their elements. */
export function mdastPlugin(edge: Edge) {
  return edge.guardHooks('markdownLines', {
    name,
    options: { position: true },
    code(node: Node, { data }: Context) {
      if (data !== undefined) data[codeStarts] = [...startsIn(data), node.position?.start ?? null];
    },
  });
}

/** Called once for each document. */
export function hastPlugin(marks: Marks, edge: Edge) {
  return () =>
    edge.run(
      'markdownLines',
      () => pluginFor(marks, edge),
      () => doingNothing,
    );
}

const doingNothing = {
  name,
  options: { position: true },
  before: () => undefined,
  element: { filter: [], visit: () => undefined },
};

function pluginFor(marks: Marks, edge: Edge) {
  let markAt: MarkAt | null | undefined;
  // Before version 0.10 nothing counts the blocks before they are visited, so they keep no lines of their own.
  let blocks: (Point | null)[] = [];
  const visit = (node: Node, context: Context): void => {
    if (markAt === undefined) markAt = marksOf(context, marks);
    if (markAt === null) return;
    const start = (node.tagName === 'pre' ? blocks.shift() : null) ?? node.position?.start;
    const mark = start === undefined ? null : markAt(start);
    if (mark !== null) context.setProperty(node, mark.name, mark.value);
  };
  return edge.guardHooks('markdownLines', {
    name,
    options: { position: true },
    before(root: Node, { data }: Context) {
      const starts = startsIn(data);
      // When another plugin has added or removed blocks, they cannot be matched with their positions.
      blocks = countBlocks(root) === starts.length ? [...starts] : [];
    },
    element: { filter: [], visit: edge.guard('markdownLines', visit, () => undefined) },
  });
}

function marksOf({ fileURL, source }: Context, marks: Marks): MarkAt | null {
  return fileURL?.protocol === 'file:' ? marksIn(fileURLToPath(fileURL), source, marks) : null;
}

function startsIn(data: Context['data']): readonly (Point | null)[] {
  const starts = data?.[codeStarts];
  return Array.isArray(starts) ? (starts as (Point | null)[]) : [];
}

function countBlocks(node: Node): number {
  const below = (node.children ?? []).reduce((sum, child) => sum + countBlocks(child), 0);
  return below + (node.tagName === 'pre' ? 1 : 0);
}
