/** Selects words with the keyboard, from the unit that the cursor is on. */

/**
 * Extends the selection by one word, or moves it to the next or previous one. Without a selection it begins with the
 * first word of `from`. `false` when nothing could be selected.
 */
export function selectWords(article: HTMLElement, from: Range | null, by: 1 | -1, extend: boolean): boolean {
  const selection = getSelection();
  if (selection === null) return false;
  const before = hasSelection(article) ? selection.getRangeAt(0).cloneRange() : null;
  if (before === null) {
    if (from === null) return false;
    selection.collapse(from.startContainer, from.startOffset);
    selection.modify('extend', 'forward', 'word');
  } else {
    if (!extend && by === 1) selection.collapseToEnd();
    if (!extend && by === -1) selection.collapseToStart();
    selection.modify('extend', by === 1 ? 'forward' : 'backward', 'word');
  }
  const isInside = article.contains(selection.focusNode) && article.contains(selection.anchorNode);
  if (isInside && !selection.isCollapsed) return true;
  selection.removeAllRanges();
  if (before !== null) selection.addRange(before);
  return before !== null;
}

/** Whether something in the document is selected. */
export function hasSelection(article: HTMLElement): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && article.contains(selection.anchorNode);
}
