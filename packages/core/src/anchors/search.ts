import type { FollowedByEdit } from './alignment.ts';
import type { TextAnchor } from './anchor.ts';
import type { ComparableText } from './comparable.ts';
import type { Evidence, Passage } from './evidence.ts';
import type { Replaced } from './follow.ts';
import { snapToGraphemes } from './graphemes.ts';
import type { NewText } from './new-text.ts';
import type { Placement, TextRange } from './placement.ts';

/** One anchor looked for in one text: what every tier is given. Ranges are in comparable form. */
export interface Search {
  readonly anchor: TextAnchor;
  readonly raw: string;
  /** As it was last seen, where that is known: it may have been edited since it was quoted. */
  readonly passage: Passage;
  readonly text: ComparableText;
  /** Where the caller says the anchor's block lies now. */
  readonly near: TextRange | null;
  /** Places of the unchanged quote, without those that held another text before the edit. */
  readonly exactPlaces: readonly Evidence[];
  /** The text was changed on purpose: other words in its place are its place. */
  readonly reworded: boolean;
  /** Null without a last seen text, and where the anchor's offsets do not hold its quote in that text. */
  readonly edit: AnchorEdit | null;
}

/** What the edit since the last seen text did to this anchor. */
export interface AnchorEdit {
  /** The anchor's passage as last seen. */
  readonly passage: Passage;
  /** False when lines were only deleted: then nothing can have moved. */
  readonly hasNewText: boolean;
  /** Where the anchor's text is if it was moved and edited. */
  newText(): NewText;
  follow(): Iterable<FollowedByEdit>;
  /** Where it went within a row of a table or a heading that is certainly the same, though it reads otherwise. */
  followLine(): TextRange | null;
  /** What stands where the anchor's text stood, whatever it reads. */
  replaced(): Replaced | null;
  /** Share (0..1) of a place that stood in the last seen text already, as another text than the anchor's. */
  knownShare(place: TextRange): number;
}

/** Whether it is worth looking for the quote in places the edit does not lead to. */
export function canBeElsewhere({ edit, passage }: Search): boolean {
  return passage.quote !== '' && (edit === null || edit.hasNewText);
}

/** Null: this tier cannot tell, ask the next. */
export type Tier = (search: Search) => Placement | null;

/** The raw range of a place. The quote's own outer whitespace is not compared, so it is added back where it is there. */
export function toRawRange({ anchor, raw, text }: Search, place: TextRange): TextRange {
  const start = text.toRaw(place.start);
  const leading = anchor.quote.length - anchor.quote.trimStart().length;
  const isWhole = leading <= start && raw.startsWith(anchor.quote, start - leading);
  const range = isWhole
    ? { start: start - leading, end: start - leading + anchor.quote.length }
    : { start, end: text.toRaw(place.end) };
  // Even the whole quote: it may begin with an accent that now belongs to a letter put before it.
  return snapToGraphemes(raw, range);
}

/** Text that stood there before the edit cannot be where the anchor's text went. */
export function isNewText({ edit }: Pick<Search, 'edit'>, place: TextRange): boolean {
  return edit === null || edit.knownShare(place) < mostlyKnown;
}

/** From this share (0..1) on, a place held the same text before. */
export const mostlyKnown = 0.5;
