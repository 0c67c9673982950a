/** Follows a heading that was shortened to its first words. */
import type { PairedLines } from './line-pairs.ts';
import type { Lines } from './lines.ts';
import type { TextRange } from './placement.ts';

/**
 * The heading of now has the first words of the one before, and stands beside a line that it stood beside, which is in
 * order: the words that are gone from its end do not make it another one. Only for its whole text, because a
 * part of it may be among the words that are gone.
 */
export function followHeading(
  range: TextRange,
  oldLine: number,
  { inOrder, all }: PairedLines,
  oldLines: Lines,
  newLines: Lines,
): TextRange | null {
  const before = headingAt(oldLines, oldLine);
  if (before === null || range.start > before.text.start || range.end < before.text.end) return null;
  for (const step of [-1, 1]) {
    const neighbour = inOrder.toNew[oldLine + step] ?? -1;
    const newLine = neighbour - step;
    if (neighbour === -1 || all.toOld[newLine] !== -1) continue;
    const now = headingAt(newLines, newLine);
    if (now === null || !isFirstWords(now.words, before.words)) continue;
    return { start: range.start < before.text.start ? now.start : now.text.start, end: now.text.end };
  }
  return null;
}

interface Heading {
  readonly start: number;
  readonly words: string;
  readonly text: TextRange;
}

function headingAt(lines: Lines, line: number): Heading | null {
  const [, marks = '', words = ''] = /^(#{1,6}) (.*?)(?: #+)?$/.exec(lines.keys[line] ?? '') ?? [];
  if (words === '') return null;
  const start = lines.starts[line] ?? 0;
  const from = start + marks.length + 1;
  return { start, words, text: { start: from, end: from + words.length } };
}

/** In letters; "A" or "1." begin many headings. */
const shortestFirstWord = 3;

function isFirstWords(now: string, before: string): boolean {
  return (
    now.length >= shortestFirstWord &&
    before.startsWith(now) &&
    /^[\s:,.;!?–—-]/.test(before.slice(now.length))
  );
}
