/** Computed styles. They are slow to get, and read several times per element; what was got stays up to date by itself. */

const styles = new WeakMap<Element, CSSStyleDeclaration>();

export function styleOf(element: Element): CSSStyleDeclaration {
  const known = styles.get(element);
  if (known !== undefined) return known;
  const style = getComputedStyle(element);
  styles.set(element, style);
  return style;
}

export function isVisible(element: Element): boolean {
  return styleOf(element).visibility === 'visible';
}

export function isInline(element: Element): boolean {
  return styleOf(element).display.startsWith('inline');
}

/** A box that cuts off what is in it, and has no room for it: nothing of it can be seen. */
export function isCutAway(element: Element): boolean {
  const style = styleOf(element);
  return style.overflow !== 'visible' && style.display !== 'contents' && isTiny(element);
}

/** In the layout: what opens with an animation has no size on the screen yet. */
export function isTiny(element: Element): boolean {
  if (element instanceof HTMLElement) return element.offsetWidth <= 1 || element.offsetHeight <= 1;
  const { width, height } = element.getBoundingClientRect();
  return width <= 1 || height <= 1;
}
