/** Draws texts where they are without touching the page's DOM. */
import type { Status } from '@annotate-mcp/core';

import type { View } from '../../picking/frames.ts';

import { createBoxPainter } from './box-painter.ts';
import { createHighlightPainter } from './highlight-painter.ts';

export interface Painted {
  readonly id: string;
  readonly status: Status;
  readonly ranges: readonly Range[];
}

export interface Painter {
  readonly show: (list: readonly Painted[]) => void;
  /** What is being commented on, or whose thread is open. */
  readonly mark: (ranges: readonly Range[]) => void;
  readonly close: () => void;
}

export function createPainter(view: View, root: ShadowRoot): Painter {
  return 'highlights' in view.CSS ? createHighlightPainter(view) : createBoxPainter(view, root);
}
