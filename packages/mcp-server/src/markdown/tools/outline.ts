import type { MarkdownDocument } from '@annotate-mcp/markdown/review';

import { fittingBy } from '../../annotations/view.ts';

const mostBlocks = 200;
const longestBeginning = 80;

/** The blocks of a document with their ids and beginnings, for agents and terminals, which do not see it rendered. */
export function outlineOf({ text, blocks }: MarkdownDocument) {
  const lines = blocks
    .slice(0, mostBlocks)
    .map(
      ({ id, lineStart, start, end }) => `${id} (line ${lineStart}): ${beginningOf(text.slice(start, end))}`,
    );
  const shown = fittingBy(lines, (line) => line.length);
  const left = blocks.length - shown.length;
  return { blocks: shown, ...(left > 0 && { moreBlocks: left }) };
}

function beginningOf(source: string): string {
  const [first = ''] = source.trim().split(/\r?\n/, 1);
  return first.length <= longestBeginning ? first : `${first.slice(0, longestBeginning)}…`;
}
