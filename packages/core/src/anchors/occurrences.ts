import type { Passage } from './evidence.ts';

// Only the best few are compared word by word; a quote like "the" occurs thousands of times.
const most = 8;

/** Where the quote occurs in `text`: those whose immediate surroundings agree longest, nearest to `expected` first. */
export function occurrencesOf(passage: Passage, text: string, expected: number): number[] {
  const { quote } = passage;
  if (quote === '') return [];
  const best: { at: number; touching: number }[] = [];
  for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1)) {
    const touching = agreeing(passage, text, at);
    if (best.length === most && touching < (best[most - 1]?.touching ?? 0)) continue;
    best.push({ at, touching });
    best.sort(
      (left, right) =>
        right.touching - left.touching || Math.abs(left.at - expected) - Math.abs(right.at - expected),
    );
    best.length = Math.min(best.length, most);
  }
  return best.map(({ at }) => at);
}

/** How many characters on both sides of an occurrence are the anchor's own. */
function agreeing(passage: Passage, text: string, at: number): number {
  let before = 0;
  while (before < passage.start && text[at - before - 1] === passage.text[passage.start - before - 1])
    before++;
  let after = 0;
  const end = at + passage.quote.length;
  while (
    passage.end + after < passage.text.length &&
    text[end + after] === passage.text[passage.end + after]
  ) {
    after++;
  }
  return before + after;
}
