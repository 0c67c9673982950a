import type { TextRange } from '@annotate-mcp/core';

/** A part of a text that is replaced. UTF-16 offsets, `end` exclusive. */
export interface TextEdit extends TextRange {
  newLength: number;
}

/**
 * Where a range is after an edit. What is written right before the range moves it, and what is written right behind it
 * does not become part of it. A range whose text is replaced as a whole covers what came in its place.
 */
export function shiftRange({ start, end }: TextRange, edit: TextEdit): TextRange {
  const by = edit.newLength - (edit.end - edit.start);
  if (edit.end <= start) return { start: start + by, end: end + by };
  if (edit.start >= end) return { start, end };
  return {
    start: Math.min(start, edit.start),
    end: end >= edit.end ? end + by : edit.start + edit.newLength,
  };
}
