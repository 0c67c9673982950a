import { outwards } from './inspectors/dom-tree.ts';

/** Opens what the element is folded away in, as the browser's own search in a page does. */
export function unfold(element: Element): void {
  let inner: Element | null = null;
  for (const at of outwards(element)) {
    const isFolded = at.localName === 'details' && !at.hasAttribute('open');
    if (isFolded && inner !== null && inner.localName !== 'summary') at.setAttribute('open', '');
    if (at.getAttribute('hidden') === 'until-found') {
      at.dispatchEvent(new Event('beforematch', { bubbles: true }));
      at.removeAttribute('hidden');
    }
    inner = at;
  }
}
