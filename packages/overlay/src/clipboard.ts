/** `true` when the text is in the clipboard. Pages on plain HTTP from another machine have no clipboard API. */
export async function copyToClipboard(text: string, root: ShadowRoot): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text, root);
  }
}

function copyBySelection(text: string, root: ShadowRoot): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'nga-offscreen';
  root.append(field);
  field.select();
  try {
    // Deprecated and without a successor for such pages.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}
