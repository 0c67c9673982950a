import { lastAtMost } from './comparable.ts';
import type { Lines } from './lines.ts';

/** The lines of a text that were not in the last seen one. A passage that was moved and edited can only be there. */
export interface NewText {
  readonly text: string;
  /** The offset in the whole text. */
  readonly toWhole: (offset: number) => number;
  /** Of an offset outside the new lines, where the new line before it ends. */
  readonly fromWhole: (offset: number) => number;
}

/** `isNew` says which lines are new. Neighbouring lines stay together; between others is a line break. */
export function newTextOf(text: string, lines: Lines, isNew: (line: number) => boolean): NewText {
  const parts: string[] = [];
  const starts: number[] = [];
  const wholeStarts: number[] = [];
  let length = 0;
  for (let line = 0; line < lines.keys.length; line++) {
    if (!isNew(line)) continue;
    const start = lines.starts[line] ?? 0;
    while (line + 1 < lines.keys.length && isNew(line + 1)) line++;
    const part = text.slice(start, lines.ends[line]);
    parts.push(part);
    starts.push(length);
    wholeStarts.push(start);
    length += part.length + 1;
  }
  const carry = (from: readonly number[], to: readonly number[], offset: number) => {
    const index = lastAtMost(from, offset);
    const within = Math.min(offset - (from[index] ?? 0), parts[index]?.length ?? 0);
    return (to[index] ?? 0) + within;
  };
  return {
    // Comparable texts have no line breaks, so no piece of a passage is found across one.
    text: parts.join('\n'),
    toWhole: (offset) => carry(starts, wholeStarts, offset),
    fromWhole: (offset) => Math.max(0, carry(wholeStarts, starts, offset)),
  };
}
