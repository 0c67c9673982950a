/** Positions of the commented texts, for the margin. */
import type { Box, DocumentPanel } from '../document/panel-types.ts';

export interface Layout {
  boxes(): ReadonlyMap<string, Box>;
  /** The top of the text in the viewport. */
  top(): number;
  subscribe(listener: () => void): () => void;
}

/** The margin is drawn before the document panel exists; until `follow` is called there are no positions. */
export function createLayout() {
  const listeners = new Set<() => void>();
  let panel: DocumentPanel | null = null;
  return {
    boxes: () => panel?.boxes() ?? new Map<string, Box>(),
    top: () => panel?.element.getBoundingClientRect().top ?? 0,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** `null` until `follow` is called. */
    panel: () => panel,
    follow: (followed: DocumentPanel) => (panel = followed),
    changed: () => listeners.forEach((listener) => listener()),
  };
}
