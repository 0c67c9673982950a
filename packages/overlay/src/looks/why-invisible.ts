import { isOverlay, outwards } from '../inspectors/dom-tree.ts';
import { domPath } from '../inspectors/dom.ts';

/** Why a person does not see the element at this moment; `null` when they do, at least in part. */
export function whyInvisible(element: Element): string | null {
  const pageWindow = element.ownerDocument.defaultView;
  if (pageWindow === null || !element.isConnected) return 'it is not in the page any more';
  const styled = whyNotRendered(element, pageWindow);
  if (styled !== null) return styled;
  if (pageWindow.getComputedStyle(element).display === 'contents') return null;
  const box = element.getBoundingClientRect();
  if (box.width < 1 || box.height < 1) {
    return `it has no area (${Math.round(box.width)} × ${Math.round(box.height)})`;
  }
  const outside = whereOutside(box, pageWindow);
  return outside === null ? whatCovers(element, box, pageWindow) : `outside of the viewport, ${outside} it`;
}

function whyNotRendered(element: Element, pageWindow: Window): string | null {
  for (const at of outwards(element)) {
    const { display, opacity, contentVisibility } = pageWindow.getComputedStyle(at);
    const where = at === element ? '' : ` on ${domPath(at)}`;
    if (display === 'none') return `display: none${where}`;
    if (opacity === '0') return `opacity: 0${where}`;
    if (contentVisibility === 'hidden' && at !== element) return `content-visibility: hidden${where}`;
  }
  const { visibility } = pageWindow.getComputedStyle(element);
  if (visibility !== 'visible') return `visibility: ${visibility}`;
  return isRendered(element) ? null : 'it is in a part of the page that is closed';
}

/** The browser says that an element without a box is not visible, but its children may be. */
export function isRendered(element: Element): boolean {
  if (element.checkVisibility()) return true;
  return element.ownerDocument.defaultView?.getComputedStyle(element).display === 'contents';
}

function whereOutside({ top, bottom, left, right }: DOMRect, { innerWidth, innerHeight }: Window) {
  if (bottom <= 0) return 'above';
  if (top >= innerHeight) return 'below';
  if (right <= 0) return 'left of';
  return left >= innerWidth ? 'right of' : null;
}

/** Asked at the middle of the part that is in the viewport, so that it costs little. */
function whatCovers(element: Element, box: DOMRect, pageWindow: Window): string | null {
  // Elements that take no pointer are not found by their position.
  if (pageWindow.getComputedStyle(element).pointerEvents === 'none') return null;
  const x = (Math.max(0, box.left) + Math.min(pageWindow.innerWidth, box.right)) / 2;
  const y = (Math.max(0, box.top) + Math.min(pageWindow.innerHeight, box.bottom)) / 2;
  const root = element.getRootNode();
  const from = 'elementsFromPoint' in root ? (root as Document | ShadowRoot) : element.ownerDocument;
  const top = from.elementsFromPoint(x, y).find((at) => !isOverlay(at));
  if (top === undefined || element.contains(top) || top.contains(element)) return null;
  if ([...outwards(element)].includes(top)) return null;
  return `covered by ${domPath(top)}`;
}
