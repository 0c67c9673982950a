/** Maps the words of one rendered block to its source and back. */
import { type Block, createSourceMap } from '@annotate-mcp/markdown';

import { type BlockText, offsetsOf, readBlockText, visible } from './block-text.ts';
import { type PlacedPicture, placePictures } from './place-pictures.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface BlockMap {
  readonly text: BlockText;
  /** The source of these words; the whole block when the exact part is not known. */
  readonly sourceOf: (start: number, end: number) => Span;
  /** The range that shows this part of the source; `null` when it is not shown or not known. */
  readonly rangeOf: (source: Span) => Range | null;
  /** In the order of the document. */
  readonly pictures: () => readonly PlacedPicture[];
}

/** Text with a map to the source; source offsets are relative to the whole text. */
interface Readable {
  readonly rendered: string;
  readonly sourceRange: (start: number, end: number) => Span | null;
  readonly renderedRange: (start: number, end: number) => Span | null;
}

export function createBlockMap(
  text: string,
  block: Block,
  definitions: string,
  element: HTMLElement,
): BlockMap {
  const shown = readBlockText(element);
  const whole: Span = { start: block.start, end: block.end };
  // Raw HTML has no map of its own; its words are searched in the source.
  const readable = [mapped(text, block, definitions), verbatim(text, block)].filter((one) => one !== null);
  const aligned = readable.map((source) => ({ source, ...align(shown.words, visible(source.rendered)) }));
  const sourceOf = (start: number, end: number): Span => {
    for (const { source, toSource } of aligned) {
      const words = toSource(start, end);
      if (words === null) continue;
      const at = offsetsOf(source.rendered, words.start, words.end);
      const found = source.sourceRange(at.start, at.end);
      if (found !== null) return found;
    }
    return whole;
  };
  let placed: readonly PlacedPicture[] | null = null;
  const pictures = () => (placed ??= placePictures(element, text, whole, shown, sourceOf));

  return {
    text: shown,
    sourceOf,
    pictures,
    rangeOf({ start, end }) {
      const from = Math.max(start, block.start);
      const to = Math.min(end, block.end);
      const own = pictures().filter(({ span }) => span.start >= from && span.end <= to);
      for (const { source, toShown } of aligned) {
        const at = source.renderedRange(from, to);
        // The source of a picture is no text, and would be searched in vain.
        if (at === null && own.length > 0) return rangeAround(own);
        if (at === null) continue;
        const words = toShown(countIn(source.rendered, at.start), countIn(source.rendered, at.end));
        if (words !== null && words.end > words.start) return shown.rangeOf(words.start, words.end);
      }
      return from === block.start && to === block.end ? shown.rangeOf(0, shown.words.length) : null;
    },
  };
}

function rangeAround(pictures: readonly PlacedPicture[]): Range | null {
  const [first] = pictures;
  const last = pictures.at(-1);
  if (first === undefined || last === undefined) return null;
  const range = new Range();
  range.setStartBefore(first.element);
  range.setEndAfter(last.element);
  return range;
}

function mapped(text: string, block: Block, definitions: string): Readable | null {
  try {
    return createSourceMap(text, block, definitions);
  } catch {
    // The block is nested deeper than the parser goes; the verbatim text still finds most words.
    return null;
  }
}

function verbatim(text: string, block: Block): Readable {
  const rendered = text.slice(block.start, block.end);
  const moved = (by: number) => (start: number, end: number) => ({ start: start + by, end: end + by });
  return { rendered, sourceRange: moved(block.start), renderedRange: moved(-block.start) };
}

function countIn(text: string, offset: number): number {
  return visible(text.slice(0, offset)).length;
}

interface Alignment {
  readonly toSource: (start: number, end: number) => Span | null;
  readonly toShown: (start: number, end: number) => Span | null;
}

/**
 * Aligns the shown words of a block with the words of its source. They are nearly always equal. Where they differ, the
 * parts before and after the difference are equal, and words within it are searched.
 */
function align(shown: string, source: string): Alignment {
  const head = commonHead(shown, source);
  const tail = commonTail(shown, source, head);
  return { toSource: carry(shown, source, head, tail), toShown: carry(source, shown, head, tail) };
}

function carry(from: string, to: string, head: number, tail: number): Alignment['toSource'] {
  const same = from.length === to.length && head === from.length;
  const moved = (count: number) => (count <= head ? count : count + to.length - from.length);
  const outside = (count: number) => count <= head || count >= from.length - tail;
  return (start, end) => {
    if (same || (outside(start) && outside(end))) return { start: moved(start), end: moved(end) };
    return nearest(to, from.slice(start, end), start);
  };
}

function nearest(text: string, words: string, near: number): Span | null {
  if (words === '') return null;
  let best = -1;
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    if (best === -1 || Math.abs(at - near) < Math.abs(best - near)) best = at;
  }
  return best === -1 ? null : { start: best, end: best + words.length };
}

function commonHead(left: string, right: string): number {
  const most = Math.min(left.length, right.length);
  let length = 0;
  while (length < most && left.charCodeAt(length) === right.charCodeAt(length)) length += 1;
  return length;
}

function commonTail(left: string, right: string, head: number): number {
  const most = Math.min(left.length, right.length) - head;
  let length = 0;
  while (length < most && left.at(-1 - length) === right.at(-1 - length)) length += 1;
  return length;
}
