import { snapToGraphemes } from './graphemes.ts';

/** What is remembered of a selected passage, enough to find it in a changed text. */
export interface TextAnchor {
  /** The passage as selected, raw; it never changes, whatever the text becomes. */
  readonly quote: string;
  readonly contextBefore: string;
  readonly contextAfter: string;
  /** UTF-16 offsets into the raw text the anchor was last placed in (BOM and CR counted). */
  readonly start: number;
  readonly end: number;
  /** Of the rest of that text, for when it is not at hand (fingerprint.ts). Records of older releases have none. */
  readonly fingerprint?: string;
}

/** Enough to tell repeated sentences apart; the share of right placements no longer rises beyond it. */
export const contextLength = 120;

/**
 * Describes `text[start, end)`, widened to whole graphemes. An empty range is refused: a point has no
 * quote to verify, so it could only ever be guessed; anchor the word or the line beside it.
 */
export function describeAnchor(text: string, start: number, end: number): TextAnchor {
  if (!(start >= 0 && start < end && end <= text.length)) {
    throw new RangeError(
      `Cannot anchor [${start}, ${end}) in a text of ${text.length} characters; select at least one character inside it.`,
    );
  }
  const quote = snapToGraphemes(text, { start, end });
  const before = snapToGraphemes(text, { start: Math.max(0, quote.start - contextLength), end: quote.start });
  const after = snapToGraphemes(text, {
    start: quote.end,
    end: Math.min(text.length, quote.end + contextLength),
  });
  return {
    quote: text.slice(quote.start, quote.end),
    contextBefore: text.slice(before.start, before.end),
    contextAfter: text.slice(after.start, after.end),
    ...quote,
  };
}

export function withoutFingerprint<Anchor extends { readonly fingerprint?: string }>(
  anchor: Anchor,
): Omit<Anchor, 'fingerprint'> {
  const { fingerprint: _, ...rest } = anchor;
  return rest;
}
