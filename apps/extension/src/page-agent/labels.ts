/** Labels that are drawn instead of a field that is not. */
import { isDrawn, isVisible, labelsOf, renderedParent, styleOf } from '@annotate-mcp/page-facts/elements';

import { isConcealed, isCutAway, isTiny } from './styles.ts';

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
