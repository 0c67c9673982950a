import { align, type Alignment, lined, type LinedText } from './alignment.ts';
import { describeAnchor, type TextAnchor } from './anchor.ts';
import { comparable, trimSpaces, type ComparableText } from './comparable.ts';
import { passageOf, type Passage } from './evidence.ts';
import { exactPlacesOf } from './exact.ts';
import type { Placement, TextRange } from './placement.ts';
import { createRecalledEdits, type RecalledEdit } from './recalled-edit.ts';
import { isNewText, type AnchorEdit, type Search } from './search.ts';
import { recognizable, similarity } from './similarity.ts';
import { tiers } from './tiers/index.ts';

export interface LocatorOptions {
  /** The raw text the anchors' offsets were last right in. With it, edits are followed instead of guessed. */
  readonly lastSeenText?: string;
}

export interface LocateOptions {
  /** Raw range of the anchor's block in the new text, when the caller knows it. */
  readonly near?: TextRange;
  /**
   * Someone changed the text on purpose, such as an agent on request. Where nothing of the quote is left, the
   * words that now stand between its old neighbours are its place.
   */
  readonly reworded?: boolean;
}

export type Locate = (anchor: TextAnchor, options?: LocateOptions) => Placement;

/** Finds one anchor. For several anchors of one text `createLocator` compares the texts only once. */
export function locateAnchor(
  anchor: TextAnchor,
  text: string,
  { lastSeenText, ...options }: LocatorOptions & LocateOptions = {},
): Placement {
  return createLocator(text, lastSeenText === undefined ? {} : { lastSeenText })(anchor, options);
}

/** Prepares a text for many anchors. The comparison with the last seen text waits for the first anchor that needs it. */
export function createLocator(text: string, { lastSeenText }: LocatorOptions = {}): Locate {
  const now = once(() => comparable(text));
  const nowLined = once(() => lined(now()));
  const lastSeen = once(() => (lastSeenText === undefined ? null : follow(lastSeenText, nowLined())));
  const recall = createRecalledEdits(text, nowLined);
  const editOf = (anchor: TextAnchor, passage: Passage) =>
    passage.quote === ''
      ? null
      : (editSince(lastSeen(), anchor, passage) ?? recalledEdit(recall(anchor, passage), passage));
  return (anchor, options = {}) => {
    const search = searchFor(anchor, text, now, editOf, options);
    for (const tier of tiers) {
      const placement = tier(search);
      if (placement !== null) return placement;
    }
    return { state: 'stale' };
  };
}

/** Everything past the raw text is made when a tier asks for it: most anchors need the offset tier only. */
function searchFor(
  anchor: TextAnchor,
  raw: string,
  now: () => ComparableText,
  editOf: (anchor: TextAnchor, passage: Passage) => AnchorEdit | null,
  { near, reworded = false }: LocateOptions,
): Search {
  const quoted = once(() => passageOf(anchor));
  const edit = once(() => editOf(anchor, quoted()));
  const passage = once(() => edit()?.passage ?? quoted());
  const exactPlaces = once(() => {
    const places = exactPlacesOf(passage(), now().text, now().fromRaw(anchor.start));
    return places.filter((place) => isNewText({ edit: edit() }, place));
  });
  return {
    anchor,
    raw,
    reworded,
    get passage() {
      return passage();
    },
    get text() {
      return now();
    },
    get edit() {
      return edit();
    },
    get exactPlaces() {
      return exactPlaces();
    },
    get near() {
      return near ? { start: now().fromRaw(near.start), end: now().fromRaw(near.end) } : null;
    },
  };
}

interface FollowedText {
  readonly text: ComparableText;
  readonly alignment: Alignment;
}

function follow(lastSeenText: string, now: LinedText): FollowedText {
  const text = lined(comparable(lastSeenText));
  return { text, alignment: align(text, now) };
}

/** A stale anchor keeps old offsets while the last seen text moves on; following those would follow another text. */
function editSince(
  lastSeen: FollowedText | null,
  { start, end }: TextAnchor,
  passage: Passage,
): AnchorEdit | null {
  if (lastSeen === null) return null;
  const { text, raw, fromRaw, toRaw } = lastSeen.text;
  const range = trimSpaces(text, { start: fromRaw(start), end: fromRaw(end) });
  if (similarity(text.slice(range.start, range.end), passage.quote) < recognizable) return null;
  const seen = passageOf(describeAnchor(raw, toRaw(range.start), toRaw(range.end)));
  return describeEdit(lastSeen.alignment, range, seen);
}

/** The record has the passage as it was last seen. */
function recalledEdit(recalled: RecalledEdit | null, passage: Passage): AnchorEdit | null {
  return recalled && describeEdit(recalled.alignment, recalled.range, passage);
}

function describeEdit(alignment: Alignment, range: TextRange, passage: Passage): AnchorEdit {
  return {
    passage,
    hasNewText: alignment.hasNewText,
    newText: () => alignment.newText(),
    follow: () => alignment.follow(range),
    followLine: () => alignment.followLine(range),
    replaced: () => alignment.replaced(range),
    knownShare: (place) => alignment.knownShare(place, range),
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
