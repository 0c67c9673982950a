/** Elements that may have a closed shadow root, which only the driver can open. */
import { shadowRootOf } from './composed.ts';

const suspects: Element[] = [];
/** Elements that the driver has checked. */
const checked = new WeakSet<Element>();

export function suspect(index: number): Element | undefined {
  const element = suspects[index];
  if (element !== undefined) checked.add(element);
  return element;
}

export const countSuspects = (): number => suspects.length;

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
