/** For Sätteri, Astro's own processor. It is a dependency of Astro only, so the types used here are declared here. */
import { fileURLToPath } from 'node:url';

import { marksIn, type MarkAt, type Marks, type Point } from './marks.ts';

interface Node {
  readonly type: string;
  readonly tagName?: string;
  readonly position?: { readonly start: Point } | undefined;
  readonly children?: readonly Node[];
}

interface Context {
  readonly source: string;
  readonly fileURL: URL | undefined;
  /** Shared by all plugins that see this document. */
  readonly data: Record<string, unknown>;
  setProperty(node: Node, name: string, value: string): void;
}

// The name is part of Astro's config: Astro caches rendered content and renders it again when the config has changed.
const name = 'annotate-source';
const codeStarts = 'annotateCodeStarts';

/** Records where code blocks start: the highlighter, which runs before other plugins, replaces their elements. */
export function mdastPlugin() {
  return {
    name,
    options: { position: true },
    code(node: Node, { data }: Context) {
      data[codeStarts] = [...startsIn(data), node.position?.start ?? null];
    },
  };
}

export function hastPlugin(marks: Marks) {
  return ({ fileURL, source }: Pick<Context, 'fileURL' | 'source'>) => {
    const markAt = fileURL?.protocol === 'file:' ? marksIn(fileURLToPath(fileURL), source, marks) : null;
    return markAt === null ? null : pluginFor(markAt);
  };
}

function pluginFor(markAt: MarkAt) {
  let blocks: (Point | null)[] = [];
  return {
    name,
    options: { position: true },
    before(root: Node, { data }: Context) {
      const starts = startsIn(data);
      // When another plugin has added or removed blocks, they cannot be matched with their positions.
      blocks = countBlocks(root) === starts.length ? [...starts] : [];
    },
    element: {
      filter: [],
      visit(node: Node, context: Context) {
        const start = (node.tagName === 'pre' ? blocks.shift() : null) ?? node.position?.start;
        const mark = start === undefined ? null : markAt(start);
        if (mark !== null) context.setProperty(node, mark.name, mark.value);
      },
    },
  };
}

function startsIn(data: Context['data']): readonly (Point | null)[] {
  const starts = data[codeStarts];
  return Array.isArray(starts) ? (starts as (Point | null)[]) : [];
}

function countBlocks(node: Node): number {
  const below = (node.children ?? []).reduce((sum, child) => sum + countBlocks(child), 0);
  return below + (node.tagName === 'pre' ? 1 : 0);
}
