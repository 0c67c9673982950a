import type { View } from '../../window/frames.ts';

import { createBoxPainter } from './box-painter.ts';
import { createHighlightPainter } from './highlight-painter.ts';
import type { Painter } from './painter.ts';

/** Uses the CSS Custom Highlight API where the browser has it, and boxes elsewhere. */
export function createPainter(view: View, root: ShadowRoot): Painter {
  return 'highlights' in view.CSS ? createHighlightPainter(view) : createBoxPainter(view, root);
}
