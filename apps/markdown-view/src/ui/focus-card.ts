/** After the next drawing: what is focused may not be there yet. */
export function focusCard(root: HTMLElement, id: string, field: boolean): void {
  requestAnimationFrame(() => {
    const card = root.querySelector<HTMLElement>(`.mdv-card[data-id="${CSS.escape(id)}"]`);
    const target = field ? card?.querySelector<HTMLElement>('textarea') : card;
    target?.focus({ preventScroll: !field });
  });
}
