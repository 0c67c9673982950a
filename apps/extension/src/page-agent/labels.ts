/** Labels: some name a field that is drawn, others are drawn instead of a field that is not. */
import { isDrawn } from './composed.ts';
import { oncePerTurn } from './once-per-turn.ts';
import { isTiny, isVisible } from './styles.ts';

/** Elements of HTML that labels can name. */
const labelledTags = new Set(['button', 'input', 'meter', 'output', 'progress', 'select', 'textarea']);

const labelsByRoot = oncePerTurn(() => new Map<Node, ReadonlyMap<Element, readonly HTMLLabelElement[]>>());

/**
 * The labels of a field, in their order. `element.labels` searches the whole document for each field, which takes
 * seconds where there are thousands: here all labels are read once for all fields that are asked about in one go.
 */
export function labelsOf(element: Element): readonly HTMLLabelElement[] {
  if (!labelledTags.has(element.localName)) return ownLabels(element);
  const root = element.getRootNode();
  const known = labelsByRoot().get(root) ?? readLabels(root);
  labelsByRoot().set(root, known);
  return known.get(element) ?? [];
}

function readLabels(root: Node): ReadonlyMap<Element, readonly HTMLLabelElement[]> {
  const found = new Map<Element, HTMLLabelElement[]>();
  if (!(root instanceof Document || root instanceof DocumentFragment)) return found;
  for (const label of root.querySelectorAll('label')) {
    if (label.control === null) continue;
    const others = found.get(label.control);
    if (others === undefined) found.set(label.control, [label]);
    else others.push(label);
  }
  return found;
}

/** A custom element may tell its labels as a field of HTML does. */
function ownLabels(element: Element): readonly HTMLLabelElement[] {
  if (!element.localName.includes('-') || !('labels' in element) || !(element.labels instanceof NodeList))
    return [];
  return [...element.labels].filter((label) => label instanceof HTMLLabelElement);
}

/** If a field is hidden, a person clicks on its label instead. */
export function hiddenField(element: Element): Element | null {
  if (element.localName !== 'label' || !(element instanceof HTMLLabelElement)) return null;
  const { control } = element;
  if (control === null) return null;
  return isShownByLabel(control) || !control.checkVisibility({ visibilityProperty: true }) ? control : null;
}

/** A box to tick that is too small to be seen; its label is drawn as one. */
export function isShownByLabel(element: Element): boolean {
  if (element.localName !== 'input' || !(element instanceof HTMLInputElement)) return false;
  if (!['checkbox', 'radio', 'file'].includes(element.type)) return false;
  return (
    isTiny(element) && labelsOf(element).some((label) => isDrawn(label) && isVisible(label) && !isTiny(label))
  );
}

/** The text of a label is the name of its field. */
export function namesVisibleField(element: Element): boolean {
  return element.localName === 'label' && (element as HTMLLabelElement).control?.checkVisibility() === true;
}
