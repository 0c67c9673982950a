/** Selects words with a drag that starts on a link, where Chromium starts no selection, not even without its own drag. */
import { stillness } from './input.ts';

interface Caret {
  readonly node: Node;
  readonly offset: number;
}

/** Until the returned function is called. */
export function selectFromLinks(article: HTMLElement): () => void {
  const closing = new AbortController();
  const { signal } = closing;
  let start: { x: number; y: number; caret: Caret } | null = null;
  const begin = ({ target, button, shiftKey, pointerType, clientX: x, clientY: y }: PointerEvent) => {
    start = null;
    if (button !== 0 || shiftKey || pointerType === 'touch') return;
    if (!(target instanceof Element) || target.closest('a[href]') === null) return;
    const caret = caretAt(x, y);
    if (caret !== null) start = { x, y, caret };
  };
  const extend = ({ buttons, clientX, clientY }: PointerEvent) => {
    if (start === null) return;
    if (buttons === 0) start = null;
    else if (Math.hypot(clientX - start.x, clientY - start.y) > stillness) {
      const end = caretAt(clientX, clientY);
      const { node, offset } = start.caret;
      if (end !== null && article.contains(end.node))
        getSelection()?.setBaseAndExtent(node, offset, end.node, end.offset);
    }
  };
  const end = () => (start = null);
  article.addEventListener('pointerdown', begin, { signal });
  // What the drag has selected so far would be dragged from there on.
  article.addEventListener('dragstart', (event) => start !== null && event.preventDefault(), { signal });
  window.addEventListener('pointermove', extend, { signal });
  for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, end, { signal });
  return () => closing.abort();
}

function caretAt(x: number, y: number): Caret | null {
  // A browser without it selects in its own way.
  if (!('caretPositionFromPoint' in document)) return null;
  const position = document.caretPositionFromPoint(x, y);
  return position && { node: position.offsetNode, offset: position.offset };
}
