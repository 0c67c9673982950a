/**
 * Whether a person sees a gap between two characters here: not inside an emoji, between a letter and its accent, or
 * inside CRLF.
 */
export function isBetweenGraphemes(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return true;
  if (isPlain(text.charCodeAt(offset - 1)) && isPlain(text.charCodeAt(offset))) return true;
  const from = windowStart(text, offset);
  const around = graphemes.segment(text.slice(from, offset + ahead));
  return around.containing(offset - from)?.index === offset - from;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const ahead = 16;
const behind = 64;

/** ASCII but for control characters: always a grapheme of its own. */
function isPlain(code: number): boolean {
  return code >= 0x20 && code < 0x7f;
}

/** A place before `offset` where a grapheme surely starts, or far enough back for all that people write. */
function windowStart(text: string, offset: number): number {
  let start = offset - 1;
  while (start > 0 && offset - start < behind && !isPlain(text.charCodeAt(start))) start -= 1;
  return start;
}
