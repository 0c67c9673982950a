/**
 * Stops events of the overlay before they reach the app: a menu that closes on an outside click, or a dialog that takes
 * the focus back, would otherwise react while the person comments on it.
 */
export function isolateEvents(overlay: Element): () => void {
  const pageWindow = overlay.ownerDocument.defaultView;
  const keep = (event: Event) => event.stopPropagation();
  // The app's element gets this event when the focus moves to the overlay.
  const keepFocus = (event: FocusEvent) => {
    if (event.relatedTarget === overlay && event.target !== overlay) event.stopImmediatePropagation();
  };
  for (const type of isolatedTypes) overlay.addEventListener(type, keep);
  for (const type of focusTypes) pageWindow?.addEventListener(type, keepFocus, true);
  return () => {
    for (const type of isolatedTypes) overlay.removeEventListener(type, keep);
    for (const type of focusTypes) pageWindow?.removeEventListener(type, keepFocus, true);
  };
}

const focusTypes = ['blur', 'focusout', 'focus', 'focusin'] as const;
const isolatedTypes = [
  ...['pointerdown', 'pointerup', 'pointermove', 'pointerover', 'pointerout', 'mousedown', 'mouseup'],
  ...['mousemove', 'mouseover', 'mouseout', 'click', 'auxclick', 'dblclick', 'contextmenu', 'touchstart'],
  ...['touchend', 'focusin', 'focusout', 'keydown', 'keyup', 'keypress', 'beforeinput', 'input', 'change'],
  ...['submit', 'paste', 'copy', 'cut', 'compositionstart', 'compositionend', 'selectstart', 'dragstart'],
];
