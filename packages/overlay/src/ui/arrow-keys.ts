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
