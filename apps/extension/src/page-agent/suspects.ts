import { isElement, renderedChildren, shadowRootOf } from '@annotate-mcp/page-facts/elements';
/** Elements that may have a closed shadow root, which only the driver can open. */

const suspects: Element[] = [];
/** Elements that the driver has checked. */
const checked = new WeakSet<Element>();

export function suspect(index: number): Element | undefined {
  const element = suspects[index];
  if (element !== undefined) checked.add(element);
  return element;
}

export const countSuspects = (): number => suspects.length;

/** Notes those of the whole document, and returns how many there are. */
export function findSuspects(): number {
  forgetSuspects();
  const visit = (element: Element): void => {
    noteSuspect(element);
    for (const child of renderedChildren(element)) if (isElement(child)) visit(child);
  };
  visit(document.documentElement);
  return countSuspects();
}

export function forgetSuspects(): void {
  suspects.length = 0;
}

const plainHosts = new Set([
  'article',
  'aside',
  'div',
  'footer',
  'header',
  'main',
  'nav',
  'p',
  'section',
  'span',
]);

/** Notes an element that is empty for a script but not on the screen. */
export function noteSuspect(element: Element): void {
  if (checked.has(element) || shadowRootOf(element) !== null) return;
  const { localName } = element;
  const isEmptyBox =
    plainHosts.has(localName) && element.firstChild === null && element.getClientRects().length > 0;
  if (localName.includes('-') || isEmptyBox) suspects.push(element);
}
