/**
 * Keeps what happens on the overlay from the app: a menu that closes on a click elsewhere, or a dialog that pulls the
 * focus back, would otherwise close or pull while the person comments on it. Runs only when the overlay is used.
 */
export function shield(overlay: Element): () => void {
  const view = overlay.ownerDocument.defaultView;
  const keep = (event: Event) => event.stopPropagation();
  // Told to the app's element, not to ours: that the focus goes over to the overlay.
  const keepFocus = (event: FocusEvent) => {
    if (event.relatedTarget === overlay && event.target !== overlay) event.stopImmediatePropagation();
  };
  for (const type of own) overlay.addEventListener(type, keep);
  for (const type of focusTypes) view?.addEventListener(type, keepFocus, true);
  return () => {
    for (const type of own) overlay.removeEventListener(type, keep);
    for (const type of focusTypes) view?.removeEventListener(type, keepFocus, true);
  };
}

const focusTypes = ['blur', 'focusout', 'focus', 'focusin'] as const;
const own = [
  ...['pointerdown', 'pointerup', 'pointermove', 'pointerover', 'pointerout', 'mousedown', 'mouseup'],
  ...['mousemove', 'mouseover', 'mouseout', 'click', 'auxclick', 'dblclick', 'contextmenu', 'touchstart'],
  ...['touchend', 'focusin', 'focusout', 'keydown', 'keyup', 'keypress', 'beforeinput', 'input', 'change'],
  ...['submit', 'paste', 'copy', 'cut', 'compositionstart', 'compositionend', 'selectstart', 'dragstart'],
];
