/** A keyboard cursor over the document. It covers one unit of the text, or several with Shift. */
import type { BlockList, Entry } from './block-list.ts';
import { type Scrolling, seenIn } from './scroll.ts';

export interface Cursor {
  readonly move: (by: 1 | -1, extend: boolean) => void;
  readonly jump: (entry: Entry) => void;
  /** Sets where the next key starts from, without showing the cursor. */
  readonly remember: (node: Node) => void;
  /** The range that it covers; `null` while it is not shown. */
  readonly range: () => Range | null;
  readonly entry: () => Entry | null;
  readonly hide: () => void;
}

export function createCursor(list: BlockList, scroller: Element | null, scrolling: Scrolling): Cursor {
  let from: HTMLElement | null = null;
  let to: HTMLElement | null = null;
  let shown = false;
  let marked: HTMLElement[] = [];

  const covered = (): HTMLElement[] => {
    if (!shown || from === null || to === null || !from.isConnected || !to.isConnected) return [];
    return between(list, from, to);
  };
  const show = () => {
    for (const element of marked) delete element.dataset.cursor;
    marked = covered();
    for (const element of marked) element.dataset.cursor = '';
  };
  const stand = (element: HTMLElement, extend: boolean) => {
    to = element;
    if (!extend || from === null || !shown) from = element;
    shown = true;
    show();
    scrolling.bring(() => rangeOfUnit(element).getBoundingClientRect(), false);
  };

  return {
    move(by, extend) {
      const known = to?.isConnected === true ? to : null;
      if (known === null || !shown) {
        const start = known !== null && isSeen(known, scroller) ? known : firstSeen(list, scroller);
        if (start !== null) stand(start, false);
        return;
      }
      if (pageWithin(known, by, scroller)) return;
      stand(neighbour(list, known, by) ?? known, extend);
    },
    jump(entry) {
      list.ensure(entry);
      const [first] = unitsOf(entry.element);
      if (first !== undefined) stand(first, false);
    },
    remember(node) {
      const entry = list.entryOf(node);
      if (entry === null) return;
      from = to = unitsOf(entry.element).findLast((element) => element.contains(node)) ?? null;
      shown = false;
      show();
    },
    range() {
      const units = covered();
      const [first] = units;
      const last = units.at(-1);
      if (first === undefined || last === undefined) return null;
      const range = rangeOfUnit(first);
      const end = rangeOfUnit(last);
      range.setEnd(end.endContainer, end.endOffset);
      return range;
    },
    entry: () => (to?.isConnected === true ? list.entryOf(to) : null),
    hide() {
      shown = false;
      show();
    },
  };
}

function between(list: BlockList, from: HTMLElement, to: HTMLElement): HTMLElement[] {
  const entries = list.entries();
  const [start, end] = [from, to].map((element) => {
    const entry = list.entryOf(element);
    return entry === null ? -1 : entries.indexOf(entry);
  }) as [number, number];
  const units = entries.slice(Math.min(start, end), Math.max(start, end) + 1).flatMap((entry) => {
    list.ensure(entry);
    return unitsOf(entry.element);
  });
  const [first, last] = [units.indexOf(from), units.indexOf(to)].sort((left, right) => left - right) as [
    number,
    number,
  ];
  return units.slice(Math.max(0, first), last + 1);
}

function neighbour(list: BlockList, element: HTMLElement, by: 1 | -1): HTMLElement | null {
  const entry = list.entryOf(element);
  if (entry === null) return null;
  const units = unitsOf(entry.element);
  const inside = units[units.indexOf(element) + by];
  if (inside !== undefined) return inside;
  const entries = list.entries();
  for (let at = entries.indexOf(entry) + by; at >= 0 && at < entries.length; at += by) {
    const next = entries[at];
    if (next === undefined || !isStep(next)) continue;
    list.ensure(next);
    return unitsOf(next.element).at(by === 1 ? 0 : -1) ?? null;
  }
  return null;
}

/** Link definitions and folded blocks are not shown, so the cursor skips them. */
function isStep({ block, element }: Entry): boolean {
  return block.kind !== 'definition' && !element.hidden;
}

function firstSeen(list: BlockList, scroller: Element | null): HTMLElement | null {
  const { top } = seenIn(scroller);
  const isBelow = (element: Element) => element.getBoundingClientRect().bottom > top + 8;
  const chunk = list.chunks().find(({ element }) => isBelow(element));
  const entry = chunk?.members.find((one) => isStep(one) && isBelow(one.element)) ?? chunk?.members[0];
  if (entry === undefined) return null;
  list.ensure(entry);
  const units = unitsOf(entry.element);
  return units.find((element) => isSeen(element, scroller)) ?? units[0] ?? null;
}

function isSeen(element: HTMLElement, scroller: Element | null): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const seen = seenIn(scroller);
  return bottom > seen.top && top < seen.bottom;
}

/** Scrolls within a unit that is higher than the window before the cursor leaves it. */
function pageWithin(element: HTMLElement, by: 1 | -1, scroller: Element | null): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  const seen = seenIn(scroller);
  const room = seen.bottom - seen.top;
  if (bottom - top <= room || !isSeen(element, scroller)) return false;
  const left = by === 1 ? bottom - seen.bottom : seen.top - top;
  if (left <= 8) return false;
  (scroller ?? document.scrollingElement)?.scrollBy({ top: by * Math.min(left + 8, room * 0.8) });
  return true;
}

/** The units that the cursor moves over: paragraphs, headings, list items, table rows, code blocks; the innermost ones. */
const unit = 'h1,h2,h3,h4,h5,h6,p,pre,li,dt,dd,tr,summary,figure,hr,.math-display';

/** In document order; the block itself when it contains no units. */
function unitsOf(block: HTMLElement): HTMLElement[] {
  const found = [...block.querySelectorAll<HTMLElement>(unit)].filter(
    (element) =>
      element.closest('[data-added]') === null && element.checkVisibility() && ownRange(element) !== null,
  );
  return found.length > 0 ? found : [block];
}

/** The range of a unit without the units inside it: an item ends where its nested list begins. */
function rangeOfUnit(element: HTMLElement): Range {
  return ownRange(element) ?? contents(element);
}

/** `null` when the unit contains only other units. */
function ownRange(element: HTMLElement): Range | null {
  const range = contents(element);
  const inner = element.querySelector(unit);
  if (inner === null) return range;
  range.setEndBefore(outermost(inner, element));
  return range.toString().trim() === '' ? null : range;
}

/** The outermost element inside the unit, for example the list around an item. */
function outermost(inner: Element, unitAround: Element): Element {
  let element = inner;
  while (element.parentElement !== null && element.parentElement !== unitAround)
    element = element.parentElement;
  return element;
}

function contents(element: HTMLElement): Range {
  const range = new Range();
  if (element.childNodes.length === 0) range.selectNode(element);
  else range.selectNodeContents(element);
  return range;
}
