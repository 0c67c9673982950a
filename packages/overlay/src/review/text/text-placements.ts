/** Finds the text of each annotation in the DOM when asked to. highlighted-texts.ts watches the page. */
import type { TextRange } from '@annotate-mcp/core';

import { type PageText, readPageText } from './page-text.ts';
import {
  createPlacer,
  type LastSeen,
  mayBeReworded,
  type PlaceText,
  type TextOnPage,
  type TextPlacement,
} from './place-texts.ts';
import type { SeenPages } from './seen-pages.ts';

export interface TextPlacements {
  /** Reads the page and finds texts that have moved. Returns the shadow roots that were read. */
  readonly update: (annotations: readonly TextOnPage[]) => readonly ShadowRoot[];
  /** Empty when the text is not on the page. */
  readonly rangesOf: (id: string) => readonly Range[];
  readonly stateOf: (id: string) => TextPlacement['state'];
}

interface PlacedText {
  readonly anchor: string;
  readonly replacement: string | undefined;
  readonly mayBeReworded: boolean;
  readonly shown: KnownPlacement;
  /** Searched in hidden text as well, because it is not in the visible text. */
  readonly folded: KnownPlacement | null;
  readonly ranges: readonly Range[];
}

/** A placement that is valid as long as the page has the same text. */
interface KnownPlacement {
  readonly text: string;
  readonly placement: TextPlacement;
}

export function createTextPlacements(document: Document, seenPages: SeenPages): TextPlacements {
  const lastSeen = new Map<string, LastSeen>();
  const recalled = new Set<string>();
  let entries: ReadonlyMap<string, PlacedText> = new Map();

  const recall = (pageUrl: string) => {
    if (recalled.has(pageUrl)) return;
    recalled.add(pageUrl);
    for (const [id, span] of seenPages.recall(pageUrl)) if (!lastSeen.has(id)) lastSeen.set(id, span);
  };

  /** Text in a closed tab or `details` is not lost: it is highlighted when that opens. */
  const placeText = (annotation: TextOnPage, shownPage: ReadPage, wholePage: () => ReadPage): PlacedText => {
    const { id, anchor, replacementText } = annotation;
    const before = entries.get(id);
    const key = JSON.stringify(anchor);
    if (before !== undefined && before.anchor !== key) lastSeen.delete(id);
    const isKnown =
      before?.anchor === key &&
      before.replacement === replacementText &&
      before.mayBeReworded === mayBeReworded(annotation);
    const find = (
      page: ReadPage,
      known: KnownPlacement | null | undefined,
      last: LastSeen | undefined,
    ): KnownPlacement =>
      isKnown && known?.text === page.text
        ? known
        : { text: page.text, placement: page.place(annotation, last) };

    const shown = find(shownPage, before?.shown, lastSeen.get(id));
    const folded = shown.placement.state === 'orphaned' ? find(wholePage(), before?.folded, undefined) : null;
    const { placement } = folded ?? shown;
    const page = folded === null ? shownPage : wholePage();
    const ranges = placement.state === 'orphaned' ? [] : page.rangesOf(placement);
    return {
      anchor: key,
      replacement: replacementText,
      mayBeReworded: mayBeReworded(annotation),
      shown,
      folded,
      ranges: before !== undefined && isSameRanges(before.ranges, ranges) ? before.ranges : ranges,
    };
  };

  const rememberPlacements = (pageUrl: string, text: string) => {
    const spans = new Map<string, TextRange>();
    let isNew = false;
    for (const [id, { shown }] of entries) {
      const { placement } = shown;
      // Edits are followed from the text in which the quote was last recognised: a page that loads shows other words too.
      if (placement.state === 'orphaned' || placement.state === 'reworded') continue;
      const { start, end } = placement;
      const last = lastSeen.get(id);
      isNew ||= last?.text !== text || last.start !== start;
      lastSeen.set(id, { text, start, end });
      spans.set(id, { start, end });
    }
    if (isNew) seenPages.remember(pageUrl, text, spans);
  };

  return {
    update(annotations) {
      const [first] = annotations;
      if (first !== undefined) recall(first.pageUrl);
      const shown = withPlacer(readPageText(document));
      const whole = once(() => withPlacer(readPageText(document, { hidden: true })));
      entries = new Map(annotations.map((one) => [one.id, placeText(one, shown, whole)]));
      if (first !== undefined) rememberPlacements(first.pageUrl, shown.text);
      return shown.roots;
    },
    rangesOf: (id) => entries.get(id)?.ranges ?? [],
    stateOf(id) {
      const entry = entries.get(id);
      return (entry?.folded ?? entry?.shown)?.placement.state ?? 'orphaned';
    },
  };
}

interface ReadPage extends PageText {
  readonly place: PlaceText;
}

function withPlacer(page: PageText): ReadPage {
  return { ...page, place: createPlacer(page.text) };
}

/** Equal ranges are kept, so that their highlights are not redrawn. */
function isSameRanges(before: readonly Range[], now: readonly Range[]): boolean {
  return (
    before.length === now.length &&
    before.every((range, at) => {
      const other = now[at];
      return (
        range.startContainer === other?.startContainer &&
        range.startOffset === other.startOffset &&
        range.endContainer === other.endContainer &&
        range.endOffset === other.endOffset
      );
    })
  );
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
