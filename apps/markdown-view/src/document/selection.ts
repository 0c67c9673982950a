/**
 * Follows the selection in the document and reports its anchor in the source. Pictures, diagrams and formulas are
 * selected as a whole.
 */
import type { MarkdownAnchor } from '@annotate-mcp/core';

import { anchorOfRange } from './anchor-of-range.ts';
import type { BlockList } from './block-list.ts';
import { pictureSelector } from './place-pictures.ts';

interface SelectionFollower {
  /** The anchor of the current selection. */
  readonly anchor: () => MarkdownAnchor | null;
  readonly close: () => void;
}

export function followSelection(
  list: BlockList,
  article: HTMLElement,
  onSelect: (anchor: MarkdownAnchor | null) => void,
): SelectionFollower {
  let told: MarkdownAnchor | null = null;
  let pressed = false;
  const closing = new AbortController();
  const { signal } = closing;

  const anchor = () => {
    const selection = document.getSelection();
    if (selection === null || selection.rangeCount === 0 || selection.isCollapsed) return null;
    return anchorOfRange(list, article, selection.getRangeAt(0));
  };
  const tell = () => {
    if (pressed) return;
    const next = anchor();
    if (same(told, next)) return;
    told = next;
    onSelect(next);
  };
  document.addEventListener('selectionchange', tell, { signal });
  // Reported when the button is released: a bar that appears under the pointer would disturb the selection.
  article.addEventListener('pointerdown', () => (pressed = true), { signal });
  for (const type of ['pointerup', 'pointercancel', 'dragend']) {
    window.addEventListener(
      type,
      () => {
        pressed = false;
        // A click on a selection clears it only after this event.
        setTimeout(tell);
      },
      { signal, capture: true },
    );
  }
  return { anchor, close: () => closing.abort() };
}

function same(left: MarkdownAnchor | null, right: MarkdownAnchor | null): boolean {
  return (
    left?.char_start === right?.char_start &&
    left?.char_end === right?.char_end &&
    left?.quote === right?.quote
  );
}

/** The picture, diagram or formula around the node, unless a click on it follows a link. */
export function commentableAt(node: Node | null): HTMLElement | null {
  const element = node instanceof Element ? node : (node?.parentElement ?? null);
  const found = element?.closest<HTMLElement>(`${pictureSelector},[data-atom]`) ?? null;
  return found?.closest('a[href]') === null ? found : null;
}

export function rangeAround(element: Element): Range {
  const range = new Range();
  range.selectNode(element);
  return range;
}

/** Selects it as if the person had done it, so that everything that works with a selection works with it. */
export function selectElement(element: Element): void {
  const selection = document.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(rangeAround(element));
}
