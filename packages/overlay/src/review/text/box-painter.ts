/** For browsers without the CSS Custom Highlight API: boxes in the overlay's root, over the lines of each text. */
import { fixed } from '../../ui/tokens.ts';
import type { PageWindow } from '../../window/frames.ts';

import { linesOf } from './lines.ts';
import type { HighlightedText, Painter } from './painter.ts';
import { textStyles, tint } from './text-colors.ts';

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
