import { fixed } from '../../ui/tokens.ts';
import type { PageWindow } from '../../window/frames.ts';

import { type TextSign, textSigns, textStyles, tint } from './text-colors.ts';

/** Uses the CSS Custom Highlight API where the browser has it, and boxes elsewhere. */
export function createPainter(pageWindow: PageWindow, root: ShadowRoot): Painter {
  return 'highlights' in pageWindow.CSS
    ? createHighlightPainter(pageWindow)
    : createBoxPainter(pageWindow, root);
}

export interface HighlightedText {
  readonly id: string;
  readonly sign: TextSign;
  readonly ranges: readonly Range[];
}

/** Draws highlights over texts without changing the page's DOM. */
export interface Painter {
  readonly show: (list: readonly HighlightedText[]) => void;
  /** Emphasises the text whose composer or thread is open. */
  readonly emphasise: (ranges: readonly Range[]) => void;
  readonly close: () => void;
}

const emphasised = 'nga-marked';
const nameOf = (sign: TextSign) => `nga-${sign}`;

/** Uses the CSS Custom Highlight API: ranges and a style sheet, no elements. */
export function createHighlightPainter(pageWindow: PageWindow): Painter {
  const { document, CSS } = pageWindow;
  const sheet = new pageWindow.CSSStyleSheet({ media: 'not print' });
  sheet.replaceSync(css);
  let shown: readonly (readonly [TextSign, Range])[] = [];

  const adopt = () => {
    // An app that assigns its own list of style sheets removes this one.
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  };
  const highlight = (name: string, priority: number) => {
    const known = CSS.highlights.get(name);
    if (known !== undefined) return known;
    const made = new pageWindow.Highlight();
    made.priority = priority;
    CSS.highlights.set(name, made);
    return made;
  };

  return {
    show(list) {
      if (list.length > 0) adopt();
      const next = list.flatMap(({ sign, ranges }) => ranges.map((range) => [sign, range] as const));
      const kept = new Map(next.map(([sign, range]) => [range, sign]));
      for (const [sign, range] of shown) {
        if (kept.get(range) !== sign) CSS.highlights.get(nameOf(sign))?.delete(range);
      }
      for (const [sign, range] of next) highlight(nameOf(sign), 0).add(range);
      shown = next;
    },
    emphasise(ranges) {
      if (ranges.length > 0) adopt();
      const emphasis = highlight(emphasised, 1);
      emphasis.clear();
      for (const range of ranges) emphasis.add(range);
    },
    close() {
      for (const name of [emphasised, ...textSigns.map(nameOf)]) CSS.highlights.delete(name);
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    },
  };
}

function rules(strength: 'light' | 'dark'): string {
  return textSigns
    .map((sign) => {
      const { color, line, isAboveToo } = textStyles[sign];
      return `::highlight(${nameOf(sign)}){background-color:${tint(color, strength)};text-decoration:${line} underline${isAboveToo === true ? ' overline' : ''} 1.5px ${color};text-underline-offset:3px}`;
    })
    .join('');
}

const css = `${rules('light')}
@media (prefers-color-scheme:dark){${rules('dark')}}
::highlight(${emphasised}){background-color:${tint(fixed.accent, 'strong')}}
@media (forced-colors:active){${[emphasised, ...textSigns.map(nameOf)]
  .map((name) => `::highlight(${name}){background-color:Mark;color:MarkText}`)
  .join('')}}`;

/** For browsers without the CSS Custom Highlight API: boxes in the overlay's root, over the lines of each text. */
export function createBoxPainter(pageWindow: PageWindow, root: ShadowRoot): Painter {
  const { document } = pageWindow;
  const layer = document.createElement('div');
  // First in the root, so that it is painted below the rest of the overlay.
  root.prepend(layer);
  let list: readonly HighlightedText[] = [];
  let emphasised: readonly Range[] = [];
  let frame = 0;

  const draw = () => {
    frame = 0;
    layer.replaceChildren(
      ...list.flatMap((painted) =>
        painted.ranges.flatMap((range) => boxes(pageWindow, range, boxStyleOf(painted))),
      ),
      ...emphasised.flatMap((range) =>
        boxes(pageWindow, range, { background: tint(fixed.accent, 'strong') }),
      ),
    );
  };
  const scheduleDraw = () => {
    frame ||= pageWindow.requestAnimationFrame(draw);
  };
  const passive = { capture: true, passive: true };
  for (const type of moveTypes) pageWindow.addEventListener(type, scheduleDraw, passive);
  const resizes = new pageWindow.ResizeObserver(scheduleDraw);
  resizes.observe(document.documentElement);

  return {
    show(next) {
      list = next;
      draw();
    },
    emphasise(ranges) {
      emphasised = ranges;
      draw();
    },
    close() {
      pageWindow.cancelAnimationFrame(frame);
      resizes.disconnect();
      for (const type of moveTypes) pageWindow.removeEventListener(type, scheduleDraw, true);
      layer.remove();
    },
  };
}

const moveTypes = ['scroll', 'resize', 'load'];

interface BoxStyle {
  readonly background: string;
  readonly borderBottom?: string;
  readonly borderTop?: string;
  readonly id?: string;
}

function boxStyleOf({ id, sign }: HighlightedText): BoxStyle {
  const { color, line, isAboveToo } = textStyles[sign];
  const style = line === 'wavy' ? 'dotted' : line;
  const border = `2px ${style} ${color}`;
  return {
    background: tint(color, 'light'),
    borderBottom: border,
    ...(isAboveToo === true && { borderTop: border }),
    id,
  };
}

/** Only boxes inside the viewport: a long page has thousands of lines. */
function boxes(pageWindow: PageWindow, range: Range, { id, ...style }: BoxStyle): HTMLElement[] {
  const around = range.getBoundingClientRect();
  if (around.bottom < 0 || around.top > pageWindow.innerHeight) return [];
  return linesOf(range)
    .filter(({ bottom, top }) => bottom > 0 && top < pageWindow.innerHeight)
    .map(({ x, y, width, height }) => {
      const box = pageWindow.document.createElement('div');
      box.dataset.nga = 'highlight';
      if (id !== undefined) box.dataset.id = id;
      Object.assign(box.style, {
        position: 'fixed',
        pointerEvents: 'none',
        boxSizing: 'border-box',
        left: `${x}px`,
        top: `${y}px`,
        width: `${width}px`,
        height: `${height}px`,
        ...style,
      });
      return box;
    });
}

/** The boxes of a text, line by line. A range that contains whole blocks would report the boxes of the blocks. */
export function linesOf(range: Range): DOMRect[] {
  const { startContainer, endContainer, commonAncestorContainer: root } = range;
  if (startContainer === endContainer) return boxesOf(range);
  const document = root.ownerDocument ?? (root as Document);
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const part = document.createRange();
  const lines: DOMRect[] = [];
  walker.currentNode = startContainer;
  for (let node: Node | null = startContainer; node !== null; node = walker.nextNode()) {
    part.selectNodeContents(node);
    if (node === startContainer) part.setStart(node, range.startOffset);
    if (node === endContainer) part.setEnd(node, range.endOffset);
    lines.push(...boxesOf(part));
    if (node === endContainer) break;
  }
  return lines;
}

function boxesOf(range: Range): DOMRect[] {
  return [...range.getClientRects()].filter(({ width }) => width > 0);
}
