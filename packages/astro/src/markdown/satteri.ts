/** For Sätteri, Astro's own processor. Its packages are Astro's, so only what is used here is described. */
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

// A name in Astro's config, too: rendered content is kept between starts, and made anew when the config is another.
const name = 'annotate-source';
const codeStarts = 'annotateCodeStarts';

/** Notes where code blocks begin: the highlighter, which comes before other plugins, puts new elements in their place. */
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
      // Another plugin may have added blocks or taken some away; then none can be told from the others.
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
