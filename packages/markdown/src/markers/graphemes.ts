/**
 * Whether `offset` is between two characters as a person sees them: not inside an emoji, between a letter and its
 * accent, or inside CRLF. `Intl.Segmenter` decides; it gets a short part of the text because it segments from the start.
 */
export function isBetweenGraphemes(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return true;
  if (isPlain(text.charCodeAt(offset - 1)) && isPlain(text.charCodeAt(offset))) return true;
  const from = partStart(text, offset);
  const around = graphemes.segment(text.slice(from, offset + charactersAfter));
  return around.containing(offset - from)?.index === offset - from;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const charactersAfter = 16;
const charactersBefore = 64;

/** ASCII but for control characters: always a grapheme of its own. */
function isPlain(code: number): boolean {
  return code >= 0x20 && code < 0x7f;
}

/** An offset before `offset` where a grapheme starts, or the limit, which is longer than any grapheme in use. */
function partStart(text: string, offset: number): number {
  let start = offset - 1;
  while (start > 0 && offset - start < charactersBefore && !isPlain(text.charCodeAt(start))) start -= 1;
  return start;
}
