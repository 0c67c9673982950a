import type { TextRange } from '@annotate-mcp/core';

/** A text that is being edited and the range of its target; null when the target was deleted. */
export interface Draft {
  readonly text: string;
  readonly target: TextRange | null;
}

/** Replaces a range and moves the target accordingly. Text that is inserted inside the target belongs to it. */
export function splice({ text, target }: Draft, range: TextRange, insert: string): Draft {
  const edited = text.slice(0, range.start) + insert + text.slice(range.end);
  return { text: edited, target: target && carry(target, range, insert.length) };
}

function carry(target: TextRange, range: TextRange, length: number): TextRange | null {
  const shift = length - (range.end - range.start);
  if (range.end <= target.start) return { start: target.start + shift, end: target.end + shift };
  if (range.start >= target.end) return target;
  if (range.start >= target.start && range.end <= target.end) {
    const end = target.end + shift;
    return end > target.start ? { start: target.start, end } : null;
  }
  if (range.start <= target.start && range.end >= target.end) return null;
  return range.start < target.start
    ? { start: range.start + length, end: target.end + shift }
    : { start: target.start, end: range.start };
}

/** Moves a range to `to`, an offset outside it; a target inside the range goes along. */
export function move({ text, target }: Draft, range: TextRange, to: number): Draft {
  const moved = text.slice(range.start, range.end);
  const length = moved.length;
  const landing = to >= range.end ? to - length : to;
  const rest = text.slice(0, range.start) + text.slice(range.end);
  const inside = target !== null && target.start >= range.start && target.end <= range.end;
  const draft = splice(
    inside ? { text: rest, target: null } : splice({ text, target }, range, ''),
    { start: landing, end: landing },
    moved,
  );
  if (!inside) return draft;
  const shift = landing - range.start;
  return { text: draft.text, target: { start: target.start + shift, end: target.end + shift } };
}
