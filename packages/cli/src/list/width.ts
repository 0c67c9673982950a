/** Text in the columns of a terminal, where pictures and many scripts take two. */

const segmenter = new Intl.Segmenter();
const wide =
  /\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|[\u3000-\u303e\uff01-\uff60]/u;

export function widthOf(text: string): number {
  return characters(text).reduce((sum, { width }) => sum + width, 0);
}

export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

export function shortened(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let used = 1;
  const kept = characters(text).filter((character) => (used += character.width) <= width);
  return `${kept.map(({ segment }) => segment).join('')}…`;
}

/** By grapheme. */
function characters(text: string): { segment: string; width: number }[] {
  return Array.from(segmenter.segment(text), ({ segment }) => ({
    segment,
    width: wide.test(segment) ? 2 : 1,
  }));
}
