/** Keeps the overlay above everything the app can show, and usable while a modal dialog makes the rest inert. */

/**
 * Puts the overlay into the page and its top layer. It stands beside the body, where no app looks for its own
 * children; while a modal dialog or a light-dismissed popover of the app is open it stands inside of that.
 */
export function keepOnTop(overlay: HTMLElement): () => void {
  const { ownerDocument: document } = overlay;
  // In the order they were opened, which the document does not tell.
  const opened: Element[] = [...document.querySelectorAll(holders)].filter((element) => element !== overlay);
  let writing: Element | null = null;
  let scheduled = false;
  let stopped = false;

  const home = (): Element => opened.findLast(isOpen) ?? document.documentElement;
  const settle = (except?: Element) => {
    scheduled = false;
    if (stopped) return;
    for (const element of [...opened]) {
      if (element === except || !isOpen(element)) opened.splice(opened.indexOf(element), 1);
    }
    const place = home();
    if (overlay.parentNode !== place) {
      move(overlay, place);
      // Away from what closes there is nothing to climb over, and no popover may be shown at that moment.
      if (except === undefined) {
        raise(overlay);
        // The app's dialog opened while somebody was writing here, and took the focus away.
        (writing as HTMLElement | null)?.focus({ preventScroll: true });
        writing = null;
      }
    }
    show(overlay);
    watchPlace();
  };
  const soon = () => {
    if (scheduled) return;
    scheduled = true;
    queueMicrotask(() => settle());
  };

  const add = (element: Element) => {
    if (!opened.includes(element)) opened.push(element);
  };

  const onToggle = (event: Event) => {
    const { target } = event;
    if (target === overlay || target === null || !('newState' in event) || !isHolder(target)) return;
    if (event.newState === 'open') {
      add(target);
      if (event.type === 'beforetoggle') writing = overlay.shadowRoot?.activeElement ?? null;
      else if (target.matches(holders)) raise(overlay);
      soon();
    } else if (event.type === 'beforetoggle' && target.contains(overlay)) {
      // Now, while it still is to be seen: otherwise the overlay would go out for a moment.
      settle(target);
    } else soon();
  };
  const onFullscreen = () => {
    raise(overlay);
    soon();
  };
  // Opening and closing is not told outside of a shadow root. That the focus goes into one is, and a modal dialog takes it.
  const enter = (path: readonly EventTarget[]) => {
    for (const at of path) {
      if (at instanceof ShadowRoot) hear(at);
      else if (at !== overlay && isHolder(at) && isOpen(at) && !opened.includes(at)) {
        add(at);
        soon();
      }
    }
  };
  const onFocus = (event: Event) => enter(event.composedPath());
  const hear = (root: Document | ShadowRoot) => {
    if (heard.has(root)) return;
    heard.add(root);
    for (const [type, listener] of listeners) root.addEventListener(type, listener, true);
  };

  const heard = new Set<Document | ShadowRoot>();
  const listeners: readonly (readonly [string, (event: Event) => void])[] = [
    ['beforetoggle', onToggle],
    ['toggle', onToggle],
    ['close', soon],
    ['focusin', onFocus],
  ];
  const place = new MutationObserver(() => {
    if (!overlay.isConnected || overlay.parentNode !== home()) settle();
  });
  const watchPlace = () => {
    place.disconnect();
    place.observe(document, { childList: true });
    const parent = overlay.parentElement;
    if (parent === null) return;
    place.observe(parent, { childList: true });
    // A dialog that is removed while it is open closes without an event.
    if (parent !== document.documentElement)
      for (const root of rootsOf(parent)) place.observe(root, { childList: true, subtree: true });
  };

  overlay.popover = 'manual';
  hear(document);
  enter(focusPath(document));
  document.addEventListener('fullscreenchange', onFullscreen);
  settle();

  return () => {
    stopped = true;
    place.disconnect();
    for (const root of heard)
      for (const [type, listener] of listeners) root.removeEventListener(type, listener, true);
    document.removeEventListener('fullscreenchange', onFullscreen);
    overlay.remove();
  };
}

const holders = 'dialog:modal, [popover]:popover-open';

function isHolder(target: EventTarget): target is Element {
  return (
    'localName' in target && (target.localName === 'dialog' || (target as Element).hasAttribute('popover'))
  );
}

/** Modal, or closed by a click elsewhere: what is outside of it cannot be used, or closes it by being used. */
function isOpen(element: Element): boolean {
  if (!element.isConnected) return false;
  if (element.matches('dialog:modal')) return true;
  return element.matches(':popover-open') && (element as HTMLElement).popover !== 'manual';
}

/** The tree it is in and those around that one, up to the document. */
function rootsOf(element: Element): Node[] {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? [root, ...rootsOf(root.host)] : [root];
}

/** What has the focus, with everything around it, as far as roots are open. */
function focusPath(document: Document): EventTarget[] {
  const path: EventTarget[] = [];
  for (let at = document.activeElement; at !== null; at = at.shadowRoot?.activeElement ?? null) {
    for (let up: Node | null = at; up !== null; up = up.parentNode) path.push(up);
  }
  return path;
}

function move(overlay: HTMLElement, place: Element): void {
  if (overlay.isConnected && 'moveBefore' in place) {
    try {
      // Keeps focus, scroll positions and the place in the top layer.
      (place as Element & { moveBefore(node: Node, before: Node | null): void }).moveBefore(overlay, null);
      return;
    } catch {
      // Refused between trees that do not belong together; moving the plain way always works.
    }
  }
  keepingFocus(overlay, () => place.append(overlay));
}

function show(overlay: HTMLElement): void {
  if (!overlay.isConnected || overlay.matches(':popover-open')) return;
  try {
    overlay.showPopover();
  } catch {
    // Not while another one is just opening or closing; its `toggle` event comes after that and tries again.
  }
}

/** What entered the top layer last is on top. */
function raise(overlay: HTMLElement): void {
  keepingFocus(overlay, () => {
    if (overlay.matches(':popover-open')) overlay.hidePopover();
    show(overlay);
  });
}

function keepingFocus(overlay: HTMLElement, change: () => void): void {
  const focused = overlay.shadowRoot?.activeElement ?? null;
  change();
  show(overlay);
  if (focused !== null && overlay.shadowRoot?.activeElement !== focused) {
    (focused as HTMLElement).focus({ preventScroll: true });
  }
}
