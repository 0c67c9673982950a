/** The blocks of a document as source and as rendered. Loaded when it is needed, because it brings two parsers. */
import { createRenderer, createSourceMap } from '@annotate-mcp/markdown';

import { fittingBy } from '../../annotations/view.ts';

export interface PagesRequest {
  /** A block's id; the first unless given. */
  from?: string | undefined;
  limit: number;
  rendered: 'text' | 'html';
}

/** In characters. One block may be a whole file. */
const longestBlock = 20_000;

/** `null` when there is no block with the id `from`. */
export function pagesOf(text: string, { from, limit, rendered }: PagesRequest) {
  const renderer = createRenderer(text);
  const { blocks, definitions } = renderer;
  const begin = from === undefined ? 0 : blocks.findIndex(({ id }) => id === from);
  if (begin < 0) return null;
  const asked = blocks.slice(begin, begin + limit).map((block, index) => ({
    id: block.id,
    kind: block.kind,
    lines: [block.lineStart, block.lineEnd],
    source: cut(text.slice(block.start, block.end)),
    rendered: cut(
      rendered === 'html' ? renderer.html(begin + index) : createSourceMap(text, block, definitions).rendered,
    ),
  }));
  const shown = fittingBy(asked, (block) => JSON.stringify(block).length);
  const next = blocks[begin + shown.length];
  return { blocks: shown, total: blocks.length, ...(next !== undefined && { next: next.id }) };
}

function cut(text: string): string {
  return text.length <= longestBlock
    ? text
    : `${text.slice(0, longestBlock)}… (cut; the file has the rest at these lines)`;
}
