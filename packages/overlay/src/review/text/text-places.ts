/** Where the text of each annotation is in the DOM. Looked up when asked to; watching the page is texts.ts. */
import type { Annotation, TextRange } from '@annotate-mcp/core';

import type { Seen } from './last-seen.ts';
import { type PageText, readPageText } from './page-text.ts';
import { createPlacer, type LastSeen, type PlaceText, type TextPlace } from './place-texts.ts';

export type TextOnPage = Extract<Annotation, { kind: 'text' }>;

export interface TextPlaces {
  /** Reads the page, and finds again what is not where it was. Returns the shadow roots that were read. */
  readonly update: (annotations: readonly TextOnPage[]) => readonly ShadowRoot[];
  /** Empty where it is not on the page. */
  readonly rangesOf: (id: string) => readonly Range[];
  readonly stateOf: (id: string) => TextPlace['state'];
}

interface Entry {
  readonly anchor: string;
  readonly replacement: string | undefined;
  readonly shown: Finding;
  /** Looked for among what is folded away, because it is not among what is shown. */
  readonly folded: Finding | null;
  readonly ranges: readonly Range[];
}

/** A place in a text, which is right as long as the text is the same. */
interface Finding {
  readonly text: string;
  readonly place: TextPlace;
}

export function createTextPlaces(document: Document, seen: Seen): TextPlaces {
  const lastSeen = new Map<string, LastSeen>();
  const recalled = new Set<string>();
  let entries: ReadonlyMap<string, Entry> = new Map();

  const recall = (pageUrl: string) => {
    if (recalled.has(pageUrl)) return;
    recalled.add(pageUrl);
    for (const [id, span] of seen.recall(pageUrl)) if (!lastSeen.has(id)) lastSeen.set(id, span);
  };

  /** What is in a closed tab is not gone, and is drawn there when it opens. */
  const settle = (annotation: TextOnPage, shownPage: Reading, wholePage: () => Reading): Entry => {
    const { id, anchor, replacementText } = annotation;
    const before = entries.get(id);
    const key = JSON.stringify(anchor);
    if (before !== undefined && before.anchor !== key) lastSeen.delete(id);
    const isKnown = before?.anchor === key && before.replacement === replacementText;
    const find = (page: Reading, known: Finding | null | undefined, last: LastSeen | undefined): Finding =>
      isKnown && known?.text === page.text ? known : { text: page.text, place: page.place(annotation, last) };

    const shown = find(shownPage, before?.shown, lastSeen.get(id));
    const folded = shown.place.state === 'orphaned' ? find(wholePage(), before?.folded, undefined) : null;
    const { place } = folded ?? shown;
    const page = folded === null ? shownPage : wholePage();
    const ranges = place.state === 'orphaned' ? [] : page.rangesOf(place);
    return {
      anchor: key,
      replacement: replacementText,
      shown,
      folded,
      ranges: before !== undefined && isSame(before.ranges, ranges) ? before.ranges : ranges,
    };
  };

  const note = (pageUrl: string, text: string) => {
    const spans = new Map<string, TextRange>();
    let isNew = false;
    for (const [id, { shown }] of entries) {
      const { place } = shown;
      if (place.state === 'orphaned') continue;
      const { start, end } = place;
      const last = lastSeen.get(id);
      isNew ||= last?.text !== text || last.start !== start;
      lastSeen.set(id, { text, start, end });
      spans.set(id, { start, end });
    }
    if (isNew) seen.note(pageUrl, text, spans);
  };

  return {
    update(annotations) {
      const [first] = annotations;
      if (first !== undefined) recall(first.pageUrl);
      const shown = reading(readPageText(document));
      const whole = once(() => reading(readPageText(document, { hidden: true })));
      entries = new Map(annotations.map((one) => [one.id, settle(one, shown, whole)]));
      if (first !== undefined) note(first.pageUrl, shown.text);
      return shown.roots;
    },
    rangesOf: (id) => entries.get(id)?.ranges ?? [],
    stateOf(id) {
      const entry = entries.get(id);
      return (entry?.folded ?? entry?.shown)?.place.state ?? 'orphaned';
    },
  };
}

interface Reading extends PageText {
  readonly place: PlaceText;
}

function reading(page: PageText): Reading {
  return { ...page, place: createPlacer(page.text) };
}

/** Ranges that are drawn already are left alone. */
function isSame(before: readonly Range[], now: readonly Range[]): boolean {
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
