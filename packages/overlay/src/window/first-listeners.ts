/**
 * Listeners that hear the page's window before the app: a browser calls them in the order in which they were added, and an
 * app that keeps the focus in its dialog, or stops every key, would else keep them from the overlay. They are added when
 * the page's script begins (`load-overlay.ts`), and call what the overlay has added by then.
 */

type Listener<Type extends keyof WindowEventMap> = (event: WindowEventMap[Type]) => void;

const types = [
  ...(['keydown', 'input', 'focus', 'blur', 'focusin', 'focusout', 'click', 'auxclick', 'dblclick'] as const),
  ...(['pointerdown', 'pointerup', 'pointermove', 'pointerover', 'pointercancel'] as const),
  ...(['mousedown', 'mouseup', 'contextmenu', 'dragstart'] as const),
];

const added = new Map<string, Set<(event: Event) => void>>();
let first: Window | null = null;

export function listenFirst(pageWindow: Window): void {
  if (first === pageWindow) return;
  first = pageWindow;
  for (const type of types) {
    added.set(type, new Set());
    pageWindow.addEventListener(type, callAdded, true);
  }
}

/** Captures on this window, before the app where `listenFirst` was called for it. Returns what ends that. */
export function captureOn<Type extends keyof WindowEventMap>(
  pageWindow: Window,
  type: Type,
  listener: Listener<Type>,
  options: AddEventListenerOptions = {},
): () => void {
  const listeners = pageWindow === first ? added.get(type) : undefined;
  const call = listener as (event: Event) => void;
  if (listeners === undefined) {
    pageWindow.addEventListener(type, listener, { ...options, capture: true });
    return () => pageWindow.removeEventListener(type, listener, true);
  }
  listeners.add(call);
  return () => void listeners.delete(call);
}

function callAdded(event: Event): void {
  for (const listener of [...(added.get(event.type) ?? [])]) listener(event);
}
