/** Positions of the cards in the margin: each beside its text, none over another. */
export interface Card {
  readonly id: string;
  /** The top of its text. */
  readonly wanted: number;
  readonly height: number;
}

const gap = 8;

/**
 * Returns tops by id, for cards in the order of the text. The open card is exactly beside its text; the cards above it
 * are moved up as far as possible, the cards below it down.
 */
export function stack(cards: readonly Card[], active: string | null): Map<string, number> {
  const tops = cards.map(({ wanted }) => Math.max(0, wanted));
  const fixed = Math.max(
    0,
    cards.findIndex(({ id }) => id === active),
  );
  for (let at = fixed - 1; at >= 0; at--)
    tops[at] = Math.min(topOf(tops, at), topOf(tops, at + 1) - gap - heightOf(cards, at));
  // A card that was pushed over the upper edge is moved down again, and all others with it.
  let floor = 0;
  for (let at = 0; at < cards.length; at++) {
    tops[at] = Math.max(topOf(tops, at), floor);
    floor = topOf(tops, at) + heightOf(cards, at) + gap;
  }
  return new Map(cards.map(({ id }, at) => [id, topOf(tops, at)]));
}

function topOf(tops: readonly number[], at: number): number {
  return tops[at] ?? 0;
}

function heightOf(cards: readonly Card[], at: number): number {
  return cards[at]?.height ?? 0;
}
