import type { ReviewDocument } from '@annotate-mcp/markdown/review';

import { fittingBy } from '../annotations/view.ts';


const mostBlocks = 200;
const longestBegin = 80;

/** The blocks of a file with their ids, each by how it begins, for whoever cannot see it. */
export function outlineOf({ text, blocks }: ReviewDocument) {
  const lines = blocks
    .slice(0, mostBlocks)
    .map(({ id, lineStart, start, end }) => `${id} (line ${lineStart}): ${beginOf(text.slice(start, end))}`);
  const shown = fittingBy(lines, (line) => line.length);
  const left = blocks.length - shown.length;
  return { blocks: shown, ...(left > 0 && { moreBlocks: left }) };
}

function beginOf(source: string): string {
  const [first = ''] = source.trim().split(/\r?\n/, 1);
  return first.length <= longestBegin ? first : `${first.slice(0, longestBegin)}…`;
}
