import type { View } from '../window/frames.ts';

/** The app does not learn that the pointer or the focus went on. */
export function holdEvents(view: View, overlay: Element): () => void {
  const hold = (event: Event) => {
    // Not immediately: inspecting listens on this window too.
    if (!event.composedPath().includes(overlay)) event.stopPropagation();
  };
  for (const type of held) view.addEventListener(type, hold, true);
  return () => {
    for (const type of held) view.removeEventListener(type, hold, true);
  };
}

const held = [
  ...['pointerout', 'pointerleave', 'pointerover', 'pointerenter', 'pointermove'],
  ...['mouseout', 'mouseleave', 'mouseover', 'mouseenter', 'mousemove'],
  ...['blur', 'focusout', 'focus', 'focusin'],
];
