/** Marks blocks that are different from the reviewed text; when asked for, also their words. */
import {
  createRenderer,
  type DocumentChange,
  type DocumentRenderer,
  isEmpty,
  sourceOf,
} from '@annotate-mcp/markdown';

import { renderBlock } from '../render/render-block.ts';

import type { BlockList, Entry } from './block-list.ts';
import {
  addLabel,
  addRemovedText,
  addSourceDiff,
  markWords,
  readParts,
  removeNotes,
  textOf,
  unmarkWords,
} from './change-marks.tsx';
import type { ShownChanges } from './panel-types.ts';
import type { Scrolling } from './scroll.ts';

export interface ChangePainter {
  readonly show: (changes: ShownChanges) => void;
  readonly scrollTo: (index: number) => void;
  readonly close: () => void;
}

export interface ChangePainterDeps {
  readonly list: BlockList;
  readonly scroller: Element | null;
  readonly scrolling: Scrolling;
  /** Opens what hides the node. */
  readonly unfold: (node: Node) => void;
  /** Elements were added to the blocks or removed from them. */
  readonly onDrawn: () => void;
}

type Found = NonNullable<ShownChanges['found']>;

/** One change and the blocks that show it. */
interface LocatedChange {
  readonly change: DocumentChange;
  /** The changed blocks; for removed ones the block beside them. */
  readonly entries: readonly Entry[];
  /** Removed blocks were after the last block of the document. */
  readonly isAtEnd: boolean;
  drawn: boolean;
  /** The text of removed blocks, when it is drawn. */
  removedText: HTMLElement | null;
}

/** This many changes are drawn at once, so that no frame shows a new text without its marks. */
const fewChanges = 40;
/** Of more changes, those in this margin around the visible part are drawn. */
const ahead = '800px 0px';

export function createChangePainter({
  list,
  scroller,
  scrolling,
  unfold,
  onDrawn,
}: ChangePainterDeps): ChangePainter {
  let shown: ShownChanges = { found: null, shown: false, current: null };
  let locatedChanges: readonly LocatedChange[] = [];
  let renderBefore: (range: DocumentChange['before']) => Element[] = () => [];
  const changesAt = new Map<Element, LocatedChange[]>();

  const draw = (located: LocatedChange) => {
    if (located.drawn || shown.found === null) return;
    located.drawn = true;
    for (const entry of located.entries) list.ensure(entry);
    drawChange(located, shown.found, renderBefore(located.change.before));
    if (locatedChanges[shown.current ?? -1] === located) markCurrent(locatedChanges, shown.current);
    for (const entry of located.entries) entry.map = null;
    onDrawn();
  };
  const near = new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen)
        if (isIntersecting) for (const located of changesAt.get(target) ?? []) draw(located);
    },
    { root: scroller ?? document, rootMargin: ahead },
  );
  const clear = () => {
    near.disconnect();
    for (const located of locatedChanges) undraw(located);
    if (locatedChanges.some(({ drawn }) => drawn)) onDrawn();
    changesAt.clear();
    locatedChanges = [];
  };
  const begin = ({ found, shown: withWords }: ShownChanges) => {
    if (found === null) return;
    locatedChanges = locateChanges(found, list.entries());
    renderBefore = createBeforeRenderer(found.before.text);
    for (const located of locatedChanges) markBlocks(located);
    if (!withWords) return;
    if (locatedChanges.length <= fewChanges) {
      for (const located of locatedChanges) draw(located);
      return;
    }
    for (const located of locatedChanges) {
      const [first] = located.entries;
      if (first === undefined) continue;
      changesAt.set(first.element, [...(changesAt.get(first.element) ?? []), located]);
      near.observe(first.element);
    }
  };

  return {
    show(next) {
      const isRedrawn = next.found !== shown.found || next.shown !== shown.shown;
      markCurrent(locatedChanges, null);
      shown = next;
      if (isRedrawn) clear();
      if (isRedrawn) begin(next);
      markCurrent(locatedChanges, next.current);
    },
    scrollTo(index) {
      const located = locatedChanges[index];
      const [first] = located?.entries ?? [];
      if (located === undefined || first === undefined) return;
      if (shown.shown) draw(located);
      list.ensure(first);
      unfold(first.element);
      scrolling.bring(() => partToSee(located, first).getBoundingClientRect(), true);
    },
    close: clear,
  };
}

/** `found` may be of another text for a moment; then a block can be missing. */
function locateChanges({ list, after }: Found, entries: readonly Entry[]): LocatedChange[] {
  return list.map((change) => {
    const { start, end } = change.after;
    const isAtEnd = isEmpty(change.after) && start >= after.blocks.length;
    const shownIn = isEmpty(change.after)
      ? entries.slice(isAtEnd ? -1 : start).slice(0, 1)
      : entries.slice(start, end);
    return { change, entries: shownIn, isAtEnd, drawn: false, removedText: null };
  });
}

/** The first marked words, since a list or a table can be higher than the window. */
function partToSee({ entries, removedText }: LocatedChange, first: Entry): Element {
  const marks = '[data-word],[data-changed-drawing],.change-note';
  if (removedText !== null) return removedText;
  for (const { element } of entries) {
    const mark = element.querySelector(marks);
    if (mark !== null) return mark;
  }
  return first.element;
}

function markBlocks({ change, entries, isAtEnd }: LocatedChange): void {
  for (const { element } of entries) {
    if (change.kind === 'removed') element.setAttribute(goneMark(isAtEnd), '');
    else element.dataset.change = change.kind;
  }
}

function markCurrent(locatedChanges: readonly LocatedChange[], current: number | null): void {
  if (current === null)
    for (const located of locatedChanges)
      for (const element of elementsOf(located)) delete element.dataset.currentChange;
  else {
    const located = locatedChanges[current];
    if (located !== undefined) for (const element of elementsOf(located)) element.dataset.currentChange = '';
  }
}

/** What shows that a change is the current one. */
function elementsOf({ entries, removedText }: LocatedChange): HTMLElement[] {
  return removedText === null ? entries.map(({ element }) => element) : [removedText];
}

function drawChange(located: LocatedChange, found: Found, before: readonly Element[]): void {
  const { change, entries, isAtEnd } = located;
  const elements = entries.map(({ element }) => element);
  const [first] = elements;
  const last = elements.at(-1);
  if (first === undefined || last === undefined) return;
  if (change.kind === 'removed') {
    first.removeAttribute(goneMark(isAtEnd));
    located.removedText = addRemovedText(first, textOf(readParts(before)), isAtEnd);
  } else if (change.kind !== 'changed') addLabel(first, change.kind);
  else if (!markWords(before, elements))
    addSourceDiff(last, sourceOf(found.before, change.before), sourceOf(found.after, change.after));
}

/** The attribute that draws a line above or below the block. */
function goneMark(isAtEnd: boolean): string {
  return isAtEnd ? 'data-gone-after' : 'data-gone-before';
}

const blockMarks = ['data-change', 'data-gone-before', 'data-gone-after', 'data-current-change'];

function undraw({ entries, drawn, removedText }: LocatedChange): void {
  removedText?.remove();
  for (const entry of entries) {
    const { element } = entry;
    for (const mark of blockMarks) element.removeAttribute(mark);
    if (!drawn) continue;
    removeNotes(element);
    unmarkWords(element);
    entry.map = null;
  }
}

/** Renders blocks of the earlier version, outside the page. */
function createBeforeRenderer(text: string): (range: DocumentChange['before']) => Element[] {
  let renderer: DocumentRenderer | null = null;
  return ({ start, end }) => {
    const { html } = (renderer ??= createRenderer(text));
    return Array.from({ length: end - start }, (_, at) => {
      const element = document.createElement('section');
      element.append(renderBlock(html(start + at)));
      return element;
    });
  };
}
