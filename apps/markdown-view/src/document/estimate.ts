import type { Block } from '@annotate-mcp/markdown';

const measure = 72;
const line = 26;

/** The approximate height of a block in pixels, so that the scroll bar is about right before the layout. */
export function estimatedHeight(block: Block): number {
  const lines = block.lineEnd - block.lineStart + 1;
  const wrapped = Math.ceil((block.end - block.start) / measure);
  switch (block.kind) {
    case 'h1':
    case 'h2':
    case 'h3':
      return 44;
    case 'code':
      return Math.max(1, lines - 2) * 21 + 28;
    case 'table':
      return Math.max(1, lines - 1) * 38;
    case 'list':
      return Math.max(lines, wrapped) * line;
    case 'hr':
      return 24;
    case 'math':
      return 64;
    default:
      return Math.max(1, wrapped) * line;
  }
}
