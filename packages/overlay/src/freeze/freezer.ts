/** Holds the page still or lets it go; what holds it is loaded when it is first asked for. */
export interface Freezer {
  readonly toggle: () => Promise<void>;
  /** The page goes on. */
  readonly close: () => void;
}

export function createFreezer(overlay: Element, changed: (frozen: boolean) => void): Freezer {
  let thaw: (() => void) | null = null;
  let closed = false;
  return {
    async toggle() {
      // Loaded before it is decided: two quick presses must not freeze twice.
      const { freeze } = await import('./freeze.ts');
      if (closed) return;
      thaw?.();
      thaw = thaw === null ? freeze(overlay.ownerDocument, overlay) : null;
      changed(thaw !== null);
    },
    close() {
      closed = true;
      thaw?.();
      thaw = null;
    },
  };
}
