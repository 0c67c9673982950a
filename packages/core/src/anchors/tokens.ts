import type { TextRange } from './placement.ts';

/** Words and marks of a text with their places, as parallel lists; whitespace is not a token. */
export interface Tokens {
  readonly values: readonly string[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** Token indexes, `end` exclusive. */
export type TokenSpan = TextRange;

// Letters without case (Chinese, Japanese, Thai, …) stand alone: those scripts put no spaces between words.
const token = /[\p{Lu}\p{Ll}\p{Lt}\p{N}\p{M}_]+|\S/gu;

export function tokenize(text: string): Tokens {
  const values: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: value, index } of text.matchAll(token)) {
    values.push(value);
    starts.push(index);
    ends.push(index + value.length);
  }
  return { values, starts, ends };
}

/** The tokens that touch a range of the text. */
export function tokensIn(tokens: Tokens, range: TextRange): TokenSpan {
  const start = firstEndingAfter(tokens.ends, range.start);
  let end = start;
  while (end < tokens.starts.length && (tokens.starts[end] ?? 0) < range.end) end++;
  return { start, end };
}

/** Length of the tokens in a span; with `counts`, of those only. */
export function weigh(
  tokens: Tokens,
  span: TokenSpan,
  counts: (index: number) => boolean = () => true,
): number {
  let sum = 0;
  for (let index = span.start; index < span.end; index++) {
    if (counts(index)) sum += tokens.values[index]?.length ?? 0;
  }
  return sum;
}

function firstEndingAfter(ends: readonly number[], offset: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}
