/** Keeps the overlay above everything the app can show, and usable while a modal dialog makes the rest inert. */

/**
 * Puts the overlay into the page and its top layer. It is a sibling of the body, where apps do not look for their
 * children; while a modal dialog or a light-dismiss popover of the app is open, or a part of it is shown full screen, it
 * is inside that.
 */
export function keepOnTop(overlay: HTMLElement): () => void {
  const { ownerDocument: document } = overlay;
  const opened = listOpenContainers(document, overlay);
  let focusedBefore: Element | null = null;
  let scheduled = false;
  let stopped = false;

  const findParent = (): Element => opened.last() ?? fullscreenIn(document) ?? document.documentElement;
  const updateParent = (except?: Element) => {
    scheduled = false;
    if (stopped) return;
    opened.removeClosed(except);
    const parent = findParent();
    if (overlay.parentNode !== parent) {
      move(overlay, parent);
      // When a dialog closes, there is nothing to raise above, and showing a popover would fail.
      if (except === undefined) {
        raise(overlay);
        // The app's dialog opened while the person was writing in the overlay, and took the focus.
        (focusedBefore as HTMLElement | null)?.focus({ preventScroll: true });
        focusedBefore = null;
      }
    }
    show(overlay);
    parentWatch.update();
  };
  const scheduleUpdate = () => {
    if (scheduled) return;
    scheduled = true;
    queueMicrotask(() => updateParent());
  };

  const onToggle = (event: Event) => {
    const { target } = event;
    if (target === overlay || target === null || !('newState' in event) || !isContainer(target)) return;
    if (event.newState === 'open') {
      opened.add(target);
      if (event.type === 'beforetoggle') focusedBefore = overlay.shadowRoot?.activeElement ?? null;
      else if (target.matches(containers)) raise(overlay);
      scheduleUpdate();
    } else if (event.type === 'beforetoggle' && target.contains(overlay)) {
      // At once, while the dialog is still visible; otherwise the overlay would disappear for a moment.
      updateParent(target);
    } else scheduleUpdate();
  };
  const onFullscreen = () => {
    raise(overlay);
    scheduleUpdate();
  };
  // Toggle events do not leave a shadow root, but focus events do, and a modal dialog takes the focus.
  const visitPath = (path: readonly EventTarget[]) => {
    for (const at of path) {
      if (at instanceof ShadowRoot) roots.add(at);
      else if (at !== overlay && isContainer(at) && isOpen(at) && opened.add(at)) scheduleUpdate();
    }
  };
  const onFocus = (event: Event) => visitPath(event.composedPath());
  const roots = listenInRoots([
    ['beforetoggle', onToggle],
    ['toggle', onToggle],
    ['close', scheduleUpdate],
    ['focusin', onFocus],
  ]);
  const parentWatch = watchParent(overlay, () => {
    if (!overlay.isConnected || overlay.parentNode !== findParent()) updateParent();
  });

  overlay.popover = 'manual';
  roots.add(document);
  visitPath(focusPath(document));
  document.addEventListener('fullscreenchange', onFullscreen);
  updateParent();

  return () => {
    stopped = true;
    parentWatch.stop();
    roots.stop();
    document.removeEventListener('fullscreenchange', onFullscreen);
    overlay.remove();
  };
}

/** The app's open dialogs and popovers in the order in which they were opened, which the DOM does not contain. */
function listOpenContainers(document: Document, overlay: Element) {
  let opened = [...document.querySelectorAll(containers)].filter((element) => element !== overlay);
  return {
    last: () => opened.findLast(isOpen),
    /** `false` when the element is in the list already. */
    add(element: Element): boolean {
      const isNew = !opened.includes(element);
      if (isNew) opened.push(element);
      return isNew;
    },
    removeClosed(except: Element | undefined) {
      opened = opened.filter((element) => element !== except && isOpen(element));
    },
  };
}

/** Nothing outside of it can have the focus. A video or a frame has no place for the overlay. */
function fullscreenIn({ fullscreenElement }: Document): Element | null {
  const shown = fullscreenElement?.shadowRoot?.fullscreenElement ?? fullscreenElement;
  return shown?.matches('video,iframe,img,canvas,object,embed,svg') === true ? null : (shown ?? null);
}

function listenInRoots(listeners: readonly (readonly [string, (event: Event) => void])[]) {
  const listening = new Set<Document | ShadowRoot>();
  return {
    add(root: Document | ShadowRoot) {
      if (listening.has(root)) return;
      listening.add(root);
      for (const [type, listener] of listeners) root.addEventListener(type, listener, true);
    },
    stop() {
      for (const root of listening)
        for (const [type, listener] of listeners) root.removeEventListener(type, listener, true);
    },
  };
}

/** Calls `onChange` when the overlay or its parent may have been removed. `update` follows a new parent. */
function watchParent(overlay: HTMLElement, onChange: () => void) {
  const { ownerDocument: document } = overlay;
  const observer = new MutationObserver(onChange);
  return {
    update() {
      observer.disconnect();
      observer.observe(document, { childList: true });
      const parent = overlay.parentElement;
      if (parent === null) return;
      observer.observe(parent, { childList: true });
      // A dialog that is removed while it is open closes without an event.
      if (parent !== document.documentElement)
        for (const root of rootsOf(parent)) observer.observe(root, { childList: true, subtree: true });
    },
    stop: () => observer.disconnect(),
  };
}

const containers = 'dialog:modal, [popover]:popover-open';

function isContainer(target: EventTarget): target is Element {
  return (
    'localName' in target && (target.localName === 'dialog' || (target as Element).hasAttribute('popover'))
  );
}

/** Modal, or closed by an outside click: the overlay must be inside to be usable. */
function isOpen(element: Element): boolean {
  if (!element.isConnected) return false;
  if (element.matches('dialog:modal')) return true;
  return element.matches(':popover-open') && (element as HTMLElement).popover !== 'manual';
}

/** The root that contains the element and the roots around that, up to the document. */
function rootsOf(element: Element): Node[] {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? [root, ...rootsOf(root.host)] : [root];
}

/** The focused element with its ancestors, through open shadow roots. */
function focusPath(document: Document): EventTarget[] {
  const path: EventTarget[] = [];
  for (let at = document.activeElement; at !== null; at = at.shadowRoot?.activeElement ?? null) {
    for (let up: Node | null = at; up !== null; up = up.parentNode) path.push(up);
  }
  return path;
}

function move(overlay: HTMLElement, parent: Element): void {
  if (overlay.isConnected && 'moveBefore' in parent) {
    try {
      // Keeps the focus, scroll positions and the order in the top layer.
      (parent as Element & { moveBefore(node: Node, before: Node | null): void }).moveBefore(overlay, null);
      return;
    } catch {
      // `moveBefore` is refused between different trees; `append` always works.
    }
  }
  keepingFocus(overlay, () => parent.append(overlay));
}

function show(overlay: HTMLElement): void {
  if (!overlay.isConnected || overlay.matches(':popover-open')) return;
  try {
    overlay.showPopover();
  } catch {
    // Fails while another popover opens or closes; its `toggle` event tries again.
  }
}

/** Enters the top layer again, because the last element to enter is on top. */
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
