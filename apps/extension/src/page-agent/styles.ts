/** Computed styles during one snapshot. They are slow to get, and read several times per element. */

let styles = new Map<Element, CSSStyleDeclaration>();

/** Must be called before each snapshot: an element that has left the page has no style any more. */
export function forgetStyles(): void {
  styles = new Map();
}

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
