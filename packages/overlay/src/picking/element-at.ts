import { offsetOf } from '../window/frame-box.ts';

import type { Point } from './area.ts';
import { pointedElement } from './pointed-element.ts';

export interface ElementAtOptions {
  /** The overlay's own element is looked through. */
  readonly overlay: Element;
  /** The shadow root of an element, also a closed one where the caller may read it. */
  readonly shadowRootOf?: (element: Element) => ShadowRoot | null;
}

/** The element of the page at a point of the viewport: inside of shadow roots, and of frames of the same origin. */
export function elementAt(pageWindow: Window, point: Point, options: ElementAtOptions): Element | null {
  const { document } = pageWindow;
  const [outer] = document.elementsFromPoint(point.x, point.y).filter((found) => found !== options.overlay);
  if (outer === undefined) return null;
  const element = insideRoots(outer, point, options.shadowRootOf ?? ((host) => host.shadowRoot));
  const frame = windowIn(element);
  if (frame === null) return pointedElement(element, point);
  const shift = offsetOf(frame, pageWindow);
  return elementAt(frame, { x: point.x - shift.x, y: point.y - shift.y }, options) ?? element;
}

function insideRoots(
  element: Element,
  point: Point,
  shadowRootOf: (element: Element) => ShadowRoot | null,
): Element {
  const root = shadowRootOf(element);
  const inner = root?.elementsFromPoint(point.x, point.y).find((found) => found.getRootNode() === root);
  return inner === undefined ? element : insideRoots(inner, point, shadowRootOf);
}

/** `null` for elements that are no frame, and for frames of another origin, which are targets as a whole. */
function windowIn(element: Element): Window | null {
  if (!('contentDocument' in element)) return null;
  return (element as HTMLIFrameElement).contentDocument?.defaultView ?? null;
}
