import type { PageWindow } from '../window/frames.ts';

/** Suppresses events that tell the app that the pointer or the focus has moved. */
export function suppressEvents(pageWindow: PageWindow, overlay: Element): () => void {
  const suppress = (event: Event) => {
    // Not `stopImmediatePropagation`: the picker listens on the same window.
    if (!event.composedPath().includes(overlay)) event.stopPropagation();
  };
  for (const type of suppressedTypes) pageWindow.addEventListener(type, suppress, true);
  return () => {
    for (const type of suppressedTypes) pageWindow.removeEventListener(type, suppress, true);
  };
}

const suppressedTypes = [
  ...['pointerout', 'pointerleave', 'pointerover', 'pointerenter', 'pointermove'],
  ...['mouseout', 'mouseleave', 'mouseover', 'mouseenter', 'mousemove'],
  ...['blur', 'focusout', 'focus', 'focusin'],
];
