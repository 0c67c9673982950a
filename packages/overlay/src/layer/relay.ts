/**
 * Brings what happens on the overlay to the overlay, whatever the app does with events: a listener of the app that
 * catches them on the window and stops them would leave our buttons dead. A copy is sent to the element inside of our
 * root, which it never leaves; the event itself goes no further, and does what it does by default.
 */
export function relayEvents(overlay: Element, root: ShadowRoot): () => void {
  const view = overlay.ownerDocument.defaultView;
  const relayThis = (event: Event) => void relay(event, root);
  // Only while the pointer is on the overlay: elsewhere a click is not ours to look at.
  const enter = () => view?.addEventListener('click', relayThis, true);
  const leave = () => view?.removeEventListener('click', relayThis, true);
  view?.addEventListener('input', relayThis, true);
  overlay.addEventListener('pointerenter', enter);
  overlay.addEventListener('pointerleave', leave);
  return () => {
    leave();
    view?.removeEventListener('input', relayThis, true);
    overlay.removeEventListener('pointerenter', enter);
    overlay.removeEventListener('pointerleave', leave);
  };
}

/** `true` when the event was on the overlay, and is now only there. */
export function relay(event: Event, root: ShadowRoot): boolean {
  const path = event.composedPath();
  if (!event.isTrusted || !path.includes(root.host)) return false;
  const target = path[0] === root.host ? insideOf(event, root) : path[0];
  if (target === undefined || (event.type === 'click' && actsItself(target))) return false;
  event.stopImmediatePropagation();
  const copy = copyOf(event);
  if (!target.dispatchEvent(copy)) event.preventDefault();
  return true;
}

/** The copy would do it too: take back what the click did, or open a link twice. */
function actsItself(target: EventTarget): boolean {
  return target instanceof Element && target.closest('label,input,select,summary,a') !== null;
}

/** A closed root hides from events what they are on. */
function insideOf(event: Event, root: ShadowRoot): EventTarget {
  const at = event instanceof MouseEvent ? root.elementFromPoint(event.clientX, event.clientY) : null;
  return at ?? root.activeElement ?? root.host;
}

function copyOf(event: Event): Event {
  const inside = { bubbles: event.bubbles, cancelable: event.cancelable, composed: false };
  if (event instanceof KeyboardEvent) {
    const { key, code, altKey, ctrlKey, metaKey, shiftKey, repeat, isComposing } = event;
    const keys = { key, code, altKey, ctrlKey, metaKey, shiftKey, repeat, isComposing };
    return new KeyboardEvent(event.type, { ...inside, ...keys });
  }
  if (event instanceof PointerEvent) {
    const { clientX, clientY, button, buttons, pointerId, pointerType, isPrimary, shiftKey, detail } = event;
    const pointer = {
      clientX,
      clientY,
      button,
      buttons,
      pointerId,
      pointerType,
      isPrimary,
      shiftKey,
      detail,
    };
    return new PointerEvent(event.type, { ...inside, ...pointer });
  }
  return new Event(event.type, inside);
}
