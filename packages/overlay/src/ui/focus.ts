import { useLayoutEffect, useRef } from 'preact/hooks';

import { focusHome } from './keep-focus.ts';

/** A reference that holds an element once it is drawn. */
export interface ElementRef<T extends Element = HTMLElement> {
  current: T | null;
}

/** Focuses the element when it appears, if `wanted`. When it is removed, the earlier element gets the focus back, unless the person moved it. */
export function useFocus(ref: ElementRef, wanted = true): void {
  useLayoutEffect(() => {
    const element = ref.current;
    const before = focused(element);
    const root = element?.getRootNode();
    const isFromHere = before !== null && root?.contains(before) === true;
    if (wanted) element?.focus({ preventScroll: true });
    return () => {
      const now = focused(element);
      const ours = now === null || now === document.body || element?.closest('[role=dialog]')?.contains(now);
      if (!ours || !(before instanceof HTMLElement)) return;
      if (before.isConnected) before.focus({ preventScroll: true });
      // Such as the badge of what was deleted in its thread.
      else if (isFromHere && root instanceof ShadowRoot) focusHome(root);
    };
  }, []);
}

/** An item that moves to another group is drawn anew there: where it had the focus, it gets that back. */
export function useFocusOfItem(list: ElementRef) {
  const holder = useRef<string | null>(null);
  useLayoutEffect(() => {
    const root = list.current?.getRootNode();
    if (holder.current === null || !(root instanceof ShadowRoot)) return;
    // The browser says nothing of an element that is removed while it has the focus.
    if (root.activeElement !== null && root.activeElement !== list.current) return;
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-id]') ?? [])];
    const item = items.find(({ dataset }) => dataset.id === holder.current);
    if (item === undefined) holder.current = null;
    else item.querySelector('button')?.focus({ preventScroll: true });
  });
  return {
    onFocusIn: ({ target }: FocusEvent) => {
      const item = target instanceof Element ? target.closest<HTMLElement>('[data-id]') : null;
      holder.current = item?.dataset.id ?? holder.current;
    },
    onFocusOut: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== list.current) holder.current = null;
    },
  };
}

/** The element with the focus: in the overlay's shadow root, even a closed one, or in open shadow roots of the page. */
function focused(near: Element | null): Element | null {
  const root = near?.getRootNode();
  if (root instanceof ShadowRoot && root.activeElement) return root.activeElement;
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
}

/** Moves the focus between the elements that match, on arrow keys, Home and End. Returns whether it did. */
export function moveFocus(event: KeyboardEvent, within: HTMLElement | null, selector: string): boolean {
  const items = [...(within?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const at = items.findIndex((item) => item === event.target);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (to === undefined) return false;
  event.preventDefault();
  items[Math.max(0, Math.min(to, items.length - 1))]?.focus();
  return true;
}
