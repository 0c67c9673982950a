import { startOfLine } from './lines.ts';

/**
 * Words that GitHub turns into links, mentions, emoji or formulas after or besides the parsers that rendering.ts asks. A
 * marker inside of such a word, or at a side where the character before it counts, would end or begin one.
 */
export function breaksReference(text: string, at: number): boolean {
  // cmark-gfm wants white space or one of `*_~(` before it.
  if (/^www\./i.test(text.slice(at, at + 4))) return true;
  if (text[at] === '$' || text[at - 1] === '$') return true;
  return isInAlert(text, at) || isInsideReference(text, at);
}

/** `user@host`, `owner/name#12`, `@name`, `https://…`, `:emoji:`, `GH-12`, a commit. */
const reference = /@|#\d|:\/\/|www\.|:[\w+-]+:|\bgh-\d|\b(?=[a-f]*\d)[\da-f]{7,40}\b/i;

/** In characters. A longer word is no reference. */
const longestWord = 300;

function isInsideReference(text: string, at: number): boolean {
  const before = /[!-~]*$/.exec(text.slice(Math.max(0, at - longestWord), at))?.[0] ?? '';
  const after = /^[!-~]*/.exec(text.slice(at, at + longestWord))?.[0] ?? '';
  // Beside a word, or before no more than the signs that end it.
  if (before === '' || !/[A-Za-z\d]/.test(after)) return false;
  return reference.test(before + after);
}

/** `> [!NOTE]` is the head of an alert only when nothing else is on its line. */
function isInAlert(text: string, at: number): boolean {
  const start = startOfLine(text, at);
  return (
    at - start < longestHead &&
    /^[ \t>]*>[ \t]*\[![a-z]+\][ \t]*(?:$|[\r\n])/i.test(text.slice(start, start + longestHead))
  );
}

const longestHead = 200;
