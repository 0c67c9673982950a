/** Finds the source of each picture of a block. A picture has no words, so it lies between the words around it. */
import type { BlockText } from './block-text.ts';

export interface PlacedPicture {
  readonly element: HTMLElement;
  readonly span: { readonly start: number; readonly end: number };
}

/** Pictures of the document, without those that the view has drawn into a frame or instead of a diagram. */
export const pictureSelector = ':is(.picture,img):not(.picture *,[data-added] *)';

export function placePictures(
  block: HTMLElement,
  text: string,
  whole: PlacedPicture['span'],
  shown: BlockText,
  sourceOf: (start: number, end: number) => PlacedPicture['span'],
): PlacedPicture[] {
  const elements = [...block.querySelectorAll<HTMLElement>(pictureSelector)];
  let before = { count: -1, nth: 0 };
  return elements.map((element) => {
    const count = countBefore(element, shown);
    before = { count, nth: before.count === count ? before.nth + 1 : 0 };
    const start = count > 0 ? sourceOf(count - 1, count).end : whole.start;
    const end = count < shown.words.length ? sourceOf(count, count + 1).start : whole.end;
    const found = picturesIn(text.slice(start, end))[before.nth];
    return {
      element,
      span: found === undefined ? whole : { start: start + found.start, end: start + found.end },
    };
  });
}

function countBefore(element: HTMLElement, shown: BlockText): number {
  const parent = element.parentElement;
  if (parent === null) return 0;
  return shown.countAt(parent, [...parent.childNodes].indexOf(element), 'start');
}

/** The pictures in a source without other words, in order. */
function picturesIn(source: string): PlacedPicture['span'][] {
  const found: PlacedPicture['span'][] = [];
  const begins = /\\[^]|!\[|<img\b/gi;
  for (let match = begins.exec(source); match !== null; match = begins.exec(source)) {
    if (match[0].startsWith('\\')) continue;
    const start = match.index;
    const end = match[0] === '![' ? endOfPicture(source, start + 2) : endOfTag(source, start);
    if (end === null) continue;
    found.push({ start, end });
    begins.lastIndex = end;
  }
  return found;
}

/** After `](…)`, `][…]` or `]`; `from` is within the brackets. `null` when they are not closed. */
function endOfPicture(source: string, from: number): number | null {
  const words = endOfBrackets(source, from, '[', ']');
  if (words === null) return null;
  if (source[words] === '(') return endOfBrackets(source, words + 1, '(', ')') ?? words;
  return source[words] === '[' ? (endOfBrackets(source, words + 1, '[', ']') ?? words) : words;
}

function endOfBrackets(source: string, from: number, open: string, close: string): number | null {
  let depth = 1;
  for (let at = from; at < source.length; at += 1) {
    const character = source[at];
    if (character === '\\') at += 1;
    else if (character === open) depth += 1;
    else if (character === close) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return null;
}

function endOfTag(source: string, from: number): number | null {
  const tag = /^<img(?:[^>"']|"[^"]*"|'[^']*')*>/i.exec(source.slice(from));
  return tag === null ? null : from + tag[0].length;
}
