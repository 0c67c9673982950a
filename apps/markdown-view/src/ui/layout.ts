/** Where comments stand in the text, as the margin needs it. */
import type { Box, DocumentPane } from '../document/interface.ts';

export interface Layout {
  boxes(): ReadonlyMap<string, Box>;
  /** Of the text, in the viewport. */
  top(): number;
  subscribe(listener: () => void): () => void;
}

/** The margin is drawn before there is a pane: until then nothing stands anywhere. */
export function createLayout() {
  const listeners = new Set<() => void>();
  let pane: DocumentPane | null = null;
  return {
    boxes: () => pane?.boxes() ?? new Map<string, Box>(),
    top: () => pane?.element.getBoundingClientRect().top ?? 0,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    follow: (followed: DocumentPane) => (pane = followed),
    changed: () => listeners.forEach((listener) => listener()),
  };
}
