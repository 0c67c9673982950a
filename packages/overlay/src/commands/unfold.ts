import { outwards } from '../inspectors/dom-tree.ts';

/** Opens the `details` and `hidden=until-found` elements around an element, as the browser's find-in-page does. */
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
