/** Waits for the next drawing, because the card or its field may not exist yet. */
export function focusCard(root: HTMLElement, id: string, field: boolean): void {
  requestAnimationFrame(() => {
    const card = root.querySelector<HTMLElement>(`.mdv-card[data-id="${CSS.escape(id)}"]`);
    const target = field ? card?.querySelector<HTMLElement>('textarea') : card;
    target?.focus({ preventScroll: !field });
  });
}
