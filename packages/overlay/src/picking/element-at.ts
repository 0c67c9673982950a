import { offsetOf } from '../window/frame-box.ts';

import type { Point } from './area.ts';

interface ElementAtOptions {
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

/** What a person means who points at this element: the icon and not its path, and a control that lets the pointer through. */
export function pointedElement(element: Element, point: Point): Element {
  return disabledAt(element, point) ?? iconAround(element) ?? element;
}

/**
 * Disabled controls often have `pointer-events: none`, so that the browser names what is behind them. Other elements have
 * it to be looked through: a person who points there means what is behind.
 */
function disabledAt(element: Element, point: Point): Element | null {
  const view = element.ownerDocument.defaultView;
  const found = [...element.querySelectorAll(disabledControls)].findLast(
    (each) =>
      isIn(each.getBoundingClientRect(), point) && view?.getComputedStyle(each).pointerEvents === 'none',
  );
  return found?.checkVisibility({ visibilityProperty: true }) === true ? found : null;
}

const disabledControls = ':disabled,[disabled],[aria-disabled="true"]';

/** A larger drawing is a picture or a chart, in which a part can be meant. */
const mostIconSize = 64;

function iconAround(element: Element): Element | null {
  let svg: Element | null = null;
  for (let at = drawingOf(element); at !== null; at = drawingOf(at)) svg = at;
  const { width = Infinity, height = Infinity } = svg?.getBoundingClientRect() ?? {};
  return width <= mostIconSize && height <= mostIconSize ? svg : null;
}

function drawingOf(element: Element): Element | null {
  return 'ownerSVGElement' in element ? (element as SVGElement).ownerSVGElement : null;
}

function isIn({ left, right, top, bottom }: DOMRect, { x, y }: Point): boolean {
  return left <= x && x < right && top <= y && y < bottom;
}
