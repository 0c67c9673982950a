import { useLayoutEffect } from 'preact/hooks';

/** Where an element will be, once it is drawn. */
export interface ElementRef<T extends Element = HTMLElement> {
  current: T | null;
}

/** Focuses the element when it appears, where that is wanted; gives the focus back to where it was when it goes, unless it has gone elsewhere. */
export function useFocus(ref: ElementRef, wanted = true): void {
  useLayoutEffect(() => {
    const element = ref.current;
    const before = focused(element);
    if (wanted) element?.focus({ preventScroll: true });
    return () => {
      const now = focused(element);
      const ours = now === null || now === document.body || element?.closest('[role=dialog]')?.contains(now);
      if (ours && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
}

/** The element that has the focus: in the overlay's own shadow root, closed or not, or in those of the page that are open. */
function focused(near: Element | null): Element | null {
  const root = near?.getRootNode();
  if (root instanceof ShadowRoot && root.activeElement) return root.activeElement;
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
}
