/** Run in the page, as text: they use nothing but their arguments and what every page has. */
import type { Point } from './real-browser.ts';

export interface Shown {
  readonly text: string;
  /** Of a field. */
  readonly value: string;
  readonly middle: Point;
}

interface Place {
  selector: string;
  nth?: number;
  /** Its words or its label begin with this. */
  words?: string;
  isInOverlay: boolean;
}

export function readShown({ selector, nth = 0, words = '', isInOverlay }: Place): Shown | null {
  const root = isInOverlay ? document.querySelector('nga-overlay')?.shadowRoot : document;
  const element = [...(root?.querySelectorAll<HTMLElement>(selector) ?? [])].filter(
    ({ ariaLabel, textContent }) => (ariaLabel ?? textContent).trim().startsWith(words),
  )[nth];
  if (element === undefined) return null;
  if (!isInOverlay) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { x, y, width, height } = element.getBoundingClientRect();
  const { visibility, opacity } = getComputedStyle(element);
  if (width === 0 || height === 0 || visibility !== 'visible' || opacity === '0') return null;
  return {
    text: element.textContent,
    value: 'value' in element ? String(element.value) : '',
    middle: { x: x + width / 2, y: y + Math.min(height / 2, 12) },
  };
}

export function isOnTop({ x, y }: Point): boolean {
  return document.elementFromPoint(x, y)?.localName === 'nga-overlay';
}

/** The middle of the first and of the last letter of a text that is in one node. */
export function findText(wanted: string): { start: Point; end: Point } {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const index = (node.nodeValue ?? '').indexOf(wanted);
    if (index === -1) continue;
    node.parentElement?.scrollIntoView({ block: 'center', behavior: 'instant' });
    const range = document.createRange();
    range.setStart(node, index);
    range.setEnd(node, index + 1);
    const first = range.getBoundingClientRect();
    range.setStart(node, index + wanted.length - 1);
    range.setEnd(node, index + wanted.length);
    const last = range.getBoundingClientRect();
    return {
      start: { x: first.left + 1, y: first.top + first.height / 2 },
      end: { x: last.left + last.width * 0.75, y: last.top + last.height / 2 },
    };
  }
  throw new Error(`The page does not show "${wanted}" in one text node.`);
}

/** Whether a picture of the overlay has a pixel of this colour (red, green, blue); `false` while it is not loaded. */
export function hasColor(selector: string, wanted: readonly [number, number, number]): boolean {
  const image = document.querySelector('nga-overlay')?.shadowRoot?.querySelector<HTMLImageElement>(selector);
  const canvas = document.createElement('canvas');
  canvas.width = image?.naturalWidth ?? 0;
  canvas.height = image?.naturalHeight ?? 0;
  const context = canvas.getContext('2d');
  if (!image || !context || canvas.width === 0) return false;
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  for (let at = 0; at < data.length; at += 4) {
    if (wanted.every((value, channel) => Math.abs(value - (data[at + channel] ?? 0)) < 12)) return true;
  }
  return false;
}

/** The texts of the CSS Custom Highlight API. */
export function readHighlighted(): string[] {
  const texts: string[] = [];
  CSS.highlights.forEach((highlight) =>
    highlight.forEach(({ startContainer, startOffset, endContainer, endOffset }) => {
      const range = document.createRange();
      range.setStart(startContainer, startOffset);
      range.setEnd(endContainer, endOffset);
      texts.push(range.toString());
    }),
  );
  return texts;
}

/** Whether the page has loaded a file whose address has this part. */
export function hasRequested(part: string): boolean {
  return performance.getEntriesByType('resource').some(({ name }) => name.includes(part));
}
