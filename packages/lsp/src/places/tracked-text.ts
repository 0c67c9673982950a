/** The text of one file with the places of its annotations, which move when the text does. */
import { TextDocument } from 'vscode-languageserver-textdocument';

import {
  createLocator,
  describeAnchor,
  type Locate,
  type TextAnchor,
  type TextRange,
} from '@annotate-mcp/core';

import { findRange, type FoundRange, lineRange } from './find-range.ts';
import type { Spot } from './spot.ts';

/** What of an editor's change is needed; without a range it is the whole text. */
export interface ContentChange {
  text: string;
  range?: DocumentRange;
}

interface DocumentRange {
  start: Position;
  end: Position;
}

interface Position {
  line: number;
  character: number;
}

export interface PlacedSpot {
  spot: Spot;
  range: DocumentRange;
  isFound: boolean;
}

interface Placed {
  readonly spot: Spot;
  at: FoundRange;
  /** What stood there before it was deleted; it may come back. */
  deleted: TextAnchor | null;
}

export class TrackedText {
  #document: TextDocument;
  #placed: Placed[] = [];

  constructor(text: string) {
    this.#document = documentOf(text);
  }

  get text(): string {
    return this.#document.getText();
  }

  /** Spots that were there before stay where they are, unless the annotation names another place now. */
  setSpots(spots: readonly Spot[]): void {
    const before = new Map(this.#placed.map((placed) => [placed.spot.key, placed]));
    const locate = this.#locator();
    this.#placed = spots.map((spot) => {
      const known = before.get(spot.key);
      return known !== undefined && isSamePlace(known.spot, spot)
        ? { ...known, spot }
        : { spot, at: findRange(this.#document, spot.place, locate), deleted: null };
    });
  }

  /** Follows what the person types. */
  change({ text, range }: ContentChange): void {
    if (range === undefined) {
      this.replace(text);
      return;
    }
    const before = this.text;
    const start = this.#document.offsetAt(range.start);
    const edit = { start, end: this.#document.offsetAt(range.end), newLength: text.length };
    this.#document = TextDocument.update(this.#document, [{ range, text }], this.#document.version + 1);
    const [follow, search] = [this.#locator(before), this.#locator()];
    for (const placed of this.#placed) {
      if (isRewritten(placed.at, edit)) this.#follow(placed, before, follow, search);
      else this.#shift(placed, edit, before, search);
    }
  }

  /** Follows a text that was changed elsewhere, such as by an agent or by another branch of git. */
  replace(text: string): void {
    const before = this.text;
    if (text === before) return;
    this.#document = documentOf(text);
    const [follow, search] = [this.#locator(before), this.#locator()];
    for (const placed of this.#placed) this.#follow(placed, before, follow, search);
  }

  placed(): PlacedSpot[] {
    return this.#placed.map(({ spot, at }) => ({
      spot,
      range: { start: this.#document.positionAt(at.start), end: this.#document.positionAt(at.end) },
      isFound: at.isFound,
    }));
  }

  /** By comparing the texts: the edit alone does not say where the words are now. */
  #follow(placed: Placed, before: string, follow: Locate, search: Locate): void {
    const { at, deleted } = placed;
    const isKnown = deleted === null && at.isFound && !isEmpty(at);
    // Words that were changed on purpose are still the place of a comment about them.
    const placement = isKnown ? follow(describeAnchor(before, at.start, at.end), { reworded: true }) : null;
    if (placement?.state === 'placed') {
      placed.at = { start: placement.start, end: placement.end, isFound: true };
      return;
    }
    if (isKnown) placed.deleted = describeAnchor(before, at.start, at.end);
    placed.at = this.#findAgain(placed, at.start, search);
  }

  #shift(placed: Placed, edit: TextEdit, before: string, search: Locate): void {
    const moved = shiftRange(placed.at, edit);
    if (isEmpty(moved) && !isEmpty(placed.at))
      placed.deleted = describeAnchor(before, placed.at.start, placed.at.end);
    const isKept = placed.deleted === null && placed.at.isFound && !isEmpty(moved);
    placed.at = isKept ? { ...moved, isFound: true } : this.#findAgain(placed, moved.start, search);
  }

  /**
   * A passage has words to look for. The number of a line means nothing in a changed text: it is the line that came back,
   * or the one that is now where it was.
   */
  #findAgain(placed: Placed, near: number, search: Locate): FoundRange {
    const { spot, deleted } = placed;
    const restored = deleted === null ? null : rangeOf(deleted, this.text);
    if (restored !== null) placed.deleted = null;
    if (restored !== null) return { ...restored, isFound: true };
    if (spot.place.type === 'passage') return findRange(this.#document, spot.place, search);
    const { line } = this.#document.positionAt(near);
    return { ...lineRange(this.#document, line + 1, 1), isFound: true };
  }

  /** It reads the text only when it is asked. */
  #locator(lastSeenText?: string): Locate {
    return createLocator(this.text, lastSeenText === undefined ? {} : { lastSeenText });
  }
}

function documentOf(text: string): TextDocument {
  return TextDocument.create('', '', 0, text);
}

/** Other text came for all of it. Some editors send a formatted file as one edit from the first changed line to the last. */
function isRewritten(at: TextRange, edit: TextEdit): boolean {
  return !isEmpty(at) && edit.start <= at.start && edit.end >= at.end && edit.newLength > 0;
}

function isEmpty({ start, end }: TextRange): boolean {
  return start === end;
}

/** Only the same words beside the same words. */
function rangeOf({ quote, contextBefore, contextAfter }: TextAnchor, text: string): TextRange | null {
  const [before, after] = [contextBefore.slice(-besideLength), contextAfter.slice(0, besideLength)];
  const behind = text.indexOf(before + quote);
  const start = behind === -1 ? text.indexOf(quote + after) : behind + before.length;
  return start === -1 || quote.trim() === '' ? null : { start, end: start + quote.length };
}

/** In characters; about a line. */
const besideLength = 40;

function isSamePlace(a: Spot, b: Spot): boolean {
  return JSON.stringify(a.place) === JSON.stringify(b.place);
}

/** A part of a text that is replaced. UTF-16 offsets, `end` exclusive. */
interface TextEdit extends TextRange {
  newLength: number;
}

/**
 * Where a range is after an edit. What is written right before the range moves it, and what is written right behind it
 * does not become part of it. A range whose text is replaced as a whole covers what came in its place.
 */
function shiftRange({ start, end }: TextRange, edit: TextEdit): TextRange {
  const by = edit.newLength - (edit.end - edit.start);
  if (edit.end <= start) return { start: start + by, end: end + by };
  if (edit.start >= end) return { start, end };
  return {
    start: Math.min(start, edit.start),
    end: end >= edit.end ? end + by : edit.start + edit.newLength,
  };
}
