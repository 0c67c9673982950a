/** The headings of the document, what a `#fragment` leads to, and where the reader is among them. */
import type { BlockList, Entry } from './block-list.ts';
import type { OutlineItem, ReadingPosition } from './panel-types.ts';
import { seenIn } from './scroll.ts';

export function headingsOf(list: BlockList): Entry[] {
  return list.entries().filter(({ block }) => /^h[1-6]$/.test(block.kind));
}

export function outlineOf(list: BlockList): OutlineItem[] {
  return headingsOf(list).map((entry) => {
    const { id, kind } = entry.block;
    return { blockId: id, level: Number(kind.slice(1)), text: list.textOf(entry).trim() };
  });
}

/** The target of `#fragment`: a footnote or an anchor of the document, else a heading. */
export function elementFor(fragment: string, list: BlockList): HTMLElement | null {
  const name = decoded(fragment);
  const heading = headingFor(name, list) ?? headingFor(name.toLowerCase(), list);
  if (heading !== null) return heading.element;
  for (const entry of list.entries()) {
    // Only footnotes and raw HTML have ids.
    if (!/\[\^|</.test(list.text().slice(entry.block.start, entry.block.end))) continue;
    list.ensure(entry);
    const id = CSS.escape(prefix + name);
    const found = entry.element.querySelector<HTMLElement>(`#${id},a[name="${id}"]`);
    if (found !== null) return found;
  }
  return null;
}

/** Sanitising puts this before every id, so that no id of the document equals one of the page. */
const prefix = 'user-content-';

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // A percent sign that encodes nothing; the fragment is used unchanged.
    return fragment;
  }
}

/** The heading that `#fragment` leads to, by the rule of most hosts of Markdown: its words in lower case with dashes. */
function headingFor(fragment: string, list: BlockList): Entry | null {
  const used = new Map<string, number>();
  for (const entry of headingsOf(list)) {
    const slug = slugOf(list.textOf(entry));
    const before = used.get(slug) ?? 0;
    used.set(slug, before + 1);
    if (fragment === (before === 0 ? slug : `${slug}-${before}`)) return entry;
  }
  return null;
}

function slugOf(words: string): string {
  return words
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\s-]/gu, '')
    .replace(/\s/g, '-');
}

/** `null` while nothing is shown. */
export function positionOf(list: BlockList, scroller: Element | null): ReadingPosition | null {
  const entry = entryAtTop(list, scroller, 0);
  if (entry === null) return null;
  const { top } = seenIn(scroller);
  return { blockId: entry.block.id, offset: Math.round(top - entry.element.getBoundingClientRect().top) };
}

/** Below the upper edge, in pixels: a heading that is scrolled to is above this line. */
const headingLine = 64;

/** The block id of the nearest heading at or above the upper edge of the window. */
export function currentHeading(list: BlockList, scroller: Element | null): string | null {
  const entry = entryAtTop(list, scroller, headingLine);
  const entries = list.entries();
  const before = entry === null ? [] : entries.slice(0, entries.indexOf(entry) + 1);
  return before.findLast(({ block }) => /^h[1-6]$/.test(block.kind))?.block.id ?? null;
}

/** Only blocks of one chunk are measured: measuring others would force their layout. */
function entryAtTop(list: BlockList, scroller: Element | null, below: number): Entry | null {
  const line = seenIn(scroller).top + below;
  const reaches = (element: Element) => {
    const { bottom, height } = element.getBoundingClientRect();
    return height > 0 && bottom > line;
  };
  const chunk = list.chunks().find(({ element }) => reaches(element));
  return chunk?.members.find(({ element }) => reaches(element)) ?? chunk?.members.at(-1) ?? null;
}
