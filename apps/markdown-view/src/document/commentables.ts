/** What can be commented on as a whole by a click: pictures, diagrams and formulas. */
import { pictureSelector } from './place-pictures.ts';

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
