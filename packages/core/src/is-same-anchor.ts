import type { MarkdownAnchor } from './annotation.ts';

/** Without the fingerprint: it describes the rest of the document, of which any edit would change every comment. */
const anchorFields = [
  'line_start',
  'line_end',
  'char_start',
  'char_end',
  'block_id',
  'quote',
  'context_before',
  'context_after',
] as const satisfies (keyof MarkdownAnchor)[];

export function isSameAnchor(left: MarkdownAnchor, right: MarkdownAnchor): boolean {
  return anchorFields.every((field) => left[field] === right[field]);
}
