/** Makes the whole document printable: everything is rendered and open, and comments have their numbers. */
import type { BlockList } from './block-list.ts';
import type { Painter } from './painter.ts';

/** `ids` are comments in the order of their numbers. Returns how to undo it. */
export function preparePrint(
  ids: readonly string[],
  { list, painter, article }: { list: BlockList; painter: Painter; article: HTMLElement },
): () => void {
  for (const entry of list.entries()) list.ensure(entry);
  const opened = [...article.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
  for (const details of opened) details.open = true;
  const unfolded = [...article.querySelectorAll<HTMLElement>('section[hidden]')];
  for (const section of unfolded) section.hidden = false;
  painter.refresh();
  const marks = ids.map((id, at) => addMark(painter.rangesOf(id).at(-1), at + 1));
  return () => {
    for (const mark of marks) {
      const parent = mark?.parentNode;
      mark?.remove();
      // The mark has split a text node.
      parent?.normalize();
    }
    for (const details of opened) details.open = false;
    for (const section of unfolded) section.hidden = true;
    for (const entry of list.entries()) entry.map = null;
    painter.refresh();
  };
}

function addMark(range: Range | undefined, number: number): HTMLElement | null {
  if (range === undefined) return null;
  const mark = document.createElement('sup');
  mark.className = 'print-mark';
  mark.dataset.added = '';
  mark.textContent = String(number);
  const end = range.cloneRange();
  end.collapse(false);
  end.insertNode(mark);
  return mark;
}
