/** What a person is told when `copyToClipboard` resolves to `false`. */
export const copyRefused =
  'The browser did not allow the copy. Try again, or select the text and copy it yourself.';

/**
 * Resolves to `true` when the text is in the clipboard. Pages on plain HTTP from another machine and most frames of MCP
 * hosts have no clipboard API; there the text is selected in a field inside of `parent` and copied from it.
 */
export async function copyToClipboard(text: string, parent: ParentNode): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text, parent);
  }
}

function copyBySelection(text: string, parent: ParentNode): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'nga-unseen';
  parent.append(field);
  field.select();
  try {
    // Deprecated, but the only way on such pages.
    // oxlint-disable-next-line typescript/no-deprecated
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}
