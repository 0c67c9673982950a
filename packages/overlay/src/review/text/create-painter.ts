import type { PageWindow } from '../../window/frames.ts';

import { createBoxPainter } from './box-painter.ts';
import { createHighlightPainter } from './highlight-painter.ts';
import type { Painter } from './painter.ts';

/** Uses the CSS Custom Highlight API where the browser has it, and boxes elsewhere. */
export function createPainter(pageWindow: PageWindow, root: ShadowRoot): Painter {
  return 'highlights' in pageWindow.CSS
    ? createHighlightPainter(pageWindow)
    : createBoxPainter(pageWindow, root);
}
