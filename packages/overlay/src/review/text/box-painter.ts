/** For browsers without the CSS Custom Highlight API: boxes in our own root, over the lines of each text. */
import { fixed } from '../../ui/tokens.css.ts';
import type { View } from '../../window/frames.ts';

import { linesOf } from './lines.ts';
import type { HighlightedText, Painter } from './painter.ts';
import { looks, tint } from './text-colors.ts';

export function createBoxPainter(view: View, root: ShadowRoot): Painter {
  const { document } = view;
  const layer = document.createElement('div');
  // Below everything else of ours, so first.
  root.prepend(layer);
  let list: readonly HighlightedText[] = [];
  let emphasised: readonly Range[] = [];
  let frame = 0;

  const draw = () => {
    frame = 0;
    layer.replaceChildren(
      ...list.flatMap((painted) => painted.ranges.flatMap((range) => boxes(view, range, lookOf(painted)))),
      ...emphasised.flatMap((range) => boxes(view, range, { background: tint(fixed.accent, 'strong') })),
    );
  };
  const soon = () => {
    frame ||= view.requestAnimationFrame(draw);
  };
  const passive = { capture: true, passive: true };
  for (const type of followed) view.addEventListener(type, soon, passive);
  const resizes = new view.ResizeObserver(soon);
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
      view.cancelAnimationFrame(frame);
      resizes.disconnect();
      for (const type of followed) view.removeEventListener(type, soon, true);
      layer.remove();
    },
  };
}

const followed = ['scroll', 'resize', 'load'];

interface BoxLook {
  readonly background: string;
  readonly borderBottom?: string;
  readonly id?: string;
}

function lookOf({ id, status }: HighlightedText): BoxLook {
  const { color, line } = looks[status];
  const style = line === 'wavy' ? 'dotted' : line;
  return { background: tint(color, 'light'), borderBottom: `2px ${style} ${color}`, id };
}

/** Only what can be seen: a long page has thousands of lines. */
function boxes(view: View, range: Range, { id, ...style }: BoxLook): HTMLElement[] {
  const around = range.getBoundingClientRect();
  if (around.bottom < 0 || around.top > view.innerHeight) return [];
  return linesOf(range)
    .filter(({ bottom, top }) => bottom > 0 && top < view.innerHeight)
    .map(({ x, y, width, height }) => {
      const box = view.document.createElement('div');
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
