/** What the cursor steps over: paragraphs, headings, list items, table rows, code blocks; the smallest of them. */

const unit = 'h1,h2,h3,h4,h5,h6,p,pre,li,dt,dd,tr,summary,figure,hr,.math-display';

/** In document order; the block itself when it has none of them. */
export function unitsOf(block: HTMLElement): HTMLElement[] {
  const found = [...block.querySelectorAll<HTMLElement>(unit)].filter(
    (element) => ownRange(element) !== null,
  );
  return found.length > 0 ? found : [block];
}

/** Without the units inside of it: an item ends where the list in it begins. */
export function rangeOfUnit(element: HTMLElement): Range {
  return ownRange(element) ?? contents(element);
}

/** `null` when all it holds are other units. */
function ownRange(element: HTMLElement): Range | null {
  const range = contents(element);
  const inner = element.querySelector(unit);
  if (inner === null) return range;
  range.setEndBefore(outermost(inner, element));
  return range.toString().trim() === '' ? null : range;
}

/** The list around an item rather than the item, so that nothing of the list is left over. */
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
