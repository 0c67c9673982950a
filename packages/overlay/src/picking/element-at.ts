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
  const outer = seenAt(
    document.elementsFromPoint(point.x, point.y).filter((found) => found !== options.overlay),
    point,
  );
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
  const inside = root?.elementsFromPoint(point.x, point.y).filter((found) => found.getRootNode() === root);
  const inner = seenAt(inside ?? [], point);
  return inner === undefined ? element : insideRoots(inner, point, shadowRootOf);
}

/**
 * The first of the elements at a point, from the top down, that shows anything there. Cards are often covered by the
 * empty layer of their link, which a person who points at the title does not see.
 */
function seenAt(elements: readonly Element[], point: Point): Element | undefined {
  return elements.find((element) => !isClear(element, point)) ?? elements[0];
}

function isClear(element: Element, point: Point): boolean {
  if (!layers.has(element.localName) || element.shadowRoot !== null) return false;
  if (isInBoxes(element, point)) return isClearLayer(element);
  // Its text may be longer than its box. Anything else that can be hit there is what CSS adds to it.
  return !drawsText(element) && !textsOf(element).some((text) => isInBoxes(text, point));
}

function isInBoxes(shown: Element | Range, point: Point): boolean {
  // Browsers draw and hit whole pixels.
  return [...shown.getClientRects()].some((box) => isIn(box, point, 1));
}

function textsOf(element: Element): Range[] {
  return [...element.childNodes].flatMap((node) => {
    if (node.nodeType !== Node.TEXT_NODE) return [];
    const range = element.ownerDocument.createRange();
    range.selectNodeContents(node);
    return [range];
  });
}

/** Of other elements the browser draws something. */
const layers = new Set(['a', 'div', 'label', 'span']);

function isClearLayer(element: Element): boolean {
  const style = element.ownerDocument.defaultView?.getComputedStyle(element);
  return (
    style !== undefined &&
    (style.position === 'absolute' || style.position === 'fixed') &&
    element.childElementCount === 0 &&
    element.textContent.trim() === '' &&
    !drawsText(element) &&
    style.backgroundColor === 'rgba(0, 0, 0, 0)' &&
    [style.backgroundImage, style.boxShadow, style.backdropFilter, style.borderStyle].every(isNone)
  );
}

/** In `::before` or `::after`, as icons of a font are. */
function drawsText(element: Element): boolean {
  const view = element.ownerDocument.defaultView;
  return ['::before', '::after'].some(
    (part) => !['none', 'normal', '""', undefined].includes(view?.getComputedStyle(element, part).content),
  );
}

function isNone(value: string): boolean {
  return value === 'none';
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

function isIn({ left, right, top, bottom }: DOMRect, { x, y }: Point, slack = 0): boolean {
  return left - slack <= x && x < right + slack && top - slack <= y && y < bottom + slack;
}
