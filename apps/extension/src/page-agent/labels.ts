/** Labels: some name a field that is drawn, others are drawn instead of a field that is not. */
import { isDrawn, renderedParent } from './composed.ts';
import { oncePerTurn } from './once-per-turn.ts';
import { isConcealed, isCutAway, isTiny, isVisible, styleOf } from './styles.ts';

/** Elements of HTML that labels can name. */
const labelledTags = new Set(['button', 'input', 'meter', 'output', 'progress', 'select', 'textarea']);

const labelsByRoot = oncePerTurn(() => new Map<Node, ReadonlyMap<Element, readonly HTMLLabelElement[]>>());

/**
 * The labels of a field, in their order. `element.labels` searches the whole document for each field, which takes
 * seconds where there are thousands: here all labels are read once for all fields that are asked about in one go.
 */
export function labelsOf(element: Element): readonly HTMLLabelElement[] {
  const isCustom = element.localName.includes('-');
  if (!isCustom && !labelledTags.has(element.localName)) return [];
  const root = element.getRootNode();
  const known = labelsByRoot().get(root) ?? readLabels(root);
  labelsByRoot().set(root, known);
  const found = known.get(element) ?? [];
  if (found.length > 0) return found;
  return isCustom ? ownLabels(element) : labelsOfHost(element, root);
}

/** A component may have one field inside, which the labels of the component name. */
function labelsOfHost(element: Element, root: Node): readonly HTMLLabelElement[] {
  if (!(root instanceof ShadowRoot) || !element.matches(fieldTags)) return [];
  return root.querySelectorAll(fieldTags).length === 1 ? labelsOf(root.host) : [];
}

const fieldTags = 'input, select, textarea';

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
  if (!('labels' in element) || !(element.labels instanceof NodeList)) return [];
  return [...element.labels].filter((label) => label instanceof HTMLLabelElement);
}

/** If a box to tick is hidden, a person clicks on its label instead. */
export function hiddenField(element: Element): Element | null {
  if (element.localName !== 'label' || !(element instanceof HTMLLabelElement)) return null;
  const { control } = element;
  if (control === null || !isPressedByLabel(control)) return null;
  return isShownByLabel(control) || !control.checkVisibility({ visibilityProperty: true }) ? control : null;
}

/** Pressing the label of another field only puts the caret into that field. */
function isPressedByLabel(element: Element): element is HTMLInputElement {
  if (element.localName !== 'input' || !(element instanceof HTMLInputElement)) return false;
  return ['checkbox', 'radio', 'file'].includes(element.type);
}

/** A box to tick that is not to be seen, or takes no presses; its label is drawn as one. */
export function isShownByLabel(element: Element): boolean {
  if (!isPressedByLabel(element) || !canOnlyLabelBePressed(element)) return false;
  return labelsOf(element).some((label) => isDrawn(label) && isVisible(label) && !isTiny(label));
}

function canOnlyLabelBePressed(element: Element): boolean {
  if (isTiny(element) || isConcealed(element) || styleOf(element).pointerEvents === 'none') return true;
  const parent = renderedParent(element);
  return parent !== null && isCutAway(parent);
}

/** The text of a label is the name of its field. */
export function namesVisibleField(element: Element): boolean {
  return element.localName === 'label' && (element as HTMLLabelElement).control?.checkVisibility() === true;
}
