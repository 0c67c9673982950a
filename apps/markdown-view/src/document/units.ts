/** The units that the cursor moves over: paragraphs, headings, list items, table rows, code blocks; the innermost ones. */

const unit = 'h1,h2,h3,h4,h5,h6,p,pre,li,dt,dd,tr,summary,figure,hr,.math-display';

/** In document order; the block itself when it contains no units. */
export function unitsOf(block: HTMLElement): HTMLElement[] {
  const found = [...block.querySelectorAll<HTMLElement>(unit)].filter(
    (element) =>
      element.closest('[data-added]') === null && element.checkVisibility() && ownRange(element) !== null,
  );
  return found.length > 0 ? found : [block];
}

/** The range of a unit without the units inside of it: an item ends where its nested list begins. */
export function rangeOfUnit(element: HTMLElement): Range {
  return ownRange(element) ?? contents(element);
}

/** `null` when the unit contains only other units. */
function ownRange(element: HTMLElement): Range | null {
  const range = contents(element);
  const inner = element.querySelector(unit);
  if (inner === null) return range;
  range.setEndBefore(outermost(inner, element));
  return range.toString().trim() === '' ? null : range;
}

/** The outermost element inside of the unit, for example the list around an item. */
function outermost(inner: Element, unitAround: Element): Element {
  let element = inner;
  while (element.parentElement !== null && element.parentElement !== unitAround)
    element = element.parentElement;
  return element;
}

function contents(element: HTMLElement): Range {
  const range = new Range();
  if (element.childNodes.length === 0) range.selectNode(element);
  else range.selectNodeContents(element);
  return range;
}
