import type { Point } from './area.ts';

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
