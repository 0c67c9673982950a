/**
 * A button that goes, or can be pressed no more, once it has done what it is for would take the focus with it. Then the
 * field beside it has the focus, or the panel that it was in; after a badge, the list or the launcher.
 */
export function keepFocus(root: ShadowRoot): void {
  let holder: Element | null = null;
  let panel: HTMLElement | null = null;
  root.addEventListener('focusin', ({ target }) => {
    holder = target instanceof Element ? target : null;
    panel = holder?.closest<HTMLElement>('[role=dialog]') ?? null;
  });
  // Some browsers say this of an element that is being removed as well, and some say nothing of it.
  root.addEventListener('focusout', () =>
    queueMicrotask(() => {
      if (holder?.isConnected === true && root.activeElement !== holder) holder = null;
    }),
  );
  const restore = () => {
    if (holder === null || (holder.isConnected && !holder.matches(':disabled'))) return;
    const lost = holder;
    holder = null;
    const isElsewhere =
      (root.activeElement !== null && root.activeElement !== lost) || !isNowhere(document, root.host);
    if (isElsewhere) return;
    const field = lost.isConnected ? lost.parentElement?.querySelector('textarea') : undefined;
    if (field) field.focus({ preventScroll: true });
    else if (panel?.isConnected === true) panel.focus({ preventScroll: true });
    else if (lost.matches('.nga-badge')) focusHome(root);
  };
  new MutationObserver(restore).observe(root, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled'],
  });
}

/** Gives the focus to the list or, where that is closed, to the launcher. */
export function focusHome(root: ShadowRoot): void {
  const home =
    root.querySelector<HTMLElement>('.nga-list') ?? root.querySelector<HTMLElement>('.nga-launcher');
  home?.focus({ preventScroll: true });
}

/** No element of the page has the focus; `host` has it while something in the overlay does. */
function isNowhere({ activeElement, body, documentElement }: Document, host: Element): boolean {
  return [null, body, documentElement, host].includes(activeElement);
}
