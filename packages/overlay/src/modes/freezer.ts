/** Freezes and unfreezes the page; the code for it is loaded on the first use. */
export interface Freezer {
  readonly toggle: () => Promise<void>;
  /** Unfreezes the page. */
  readonly close: () => void;
}

export function createFreezer(overlay: Element, onChange: (frozen: boolean) => void): Freezer {
  let unfreeze: (() => void) | null = null;
  let closed = false;
  return {
    async toggle() {
      // Loaded before the decision, so that two quick presses do not freeze twice.
      const { freeze } = await import('./freeze.ts');
      if (closed) return;
      unfreeze?.();
      unfreeze = unfreeze === null ? freeze(overlay.ownerDocument, overlay) : null;
      onChange(unfreeze !== null);
    },
    close() {
      closed = true;
      unfreeze?.();
      unfreeze = null;
    },
  };
}
