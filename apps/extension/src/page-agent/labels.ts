/** Labels: some name a field that is drawn, others are drawn instead of a field that is not. */
import { isDrawn } from './composed.ts';
import { isTiny, isVisible } from './styles.ts';

/** If a field is hidden, a person clicks on its label instead. */
export function hiddenField(element: Element): Element | null {
  if (!(element instanceof HTMLLabelElement)) return null;
  const { control } = element;
  if (control === null) return null;
  return isShownByLabel(control) || !control.checkVisibility({ visibilityProperty: true }) ? control : null;
}

/** A box to tick that is too small to be seen; its label is drawn as one. */
export function isShownByLabel(element: Element): boolean {
  if (!(element instanceof HTMLInputElement) || !['checkbox', 'radio', 'file'].includes(element.type))
    return false;
  return (
    isTiny(element) &&
    [...(element.labels ?? [])].some((label) => isDrawn(label) && isVisible(label) && !isTiny(label))
  );
}

/** The text of a label is the name of its field. */
export function namesVisibleField(element: Element): boolean {
  return element.localName === 'label' && (element as HTMLLabelElement).control?.checkVisibility() === true;
}
