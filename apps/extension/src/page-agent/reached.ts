/** Whether a press at a point reaches an element: what is there is part of it, or a person takes it for the element. */
import { isInside, renderedParent } from './composed.ts';
import { roleOf } from './roles.ts';
import { isFieldRole, isInteractive } from './semantics.ts';
import { styleOf } from './styles.ts';

export function reaches(there: Element, element: Element): boolean {
  if (isInside(there, controlAround(element) ?? element) || isLabelOf(there, element)) return true;
  return isThroughPart(there, element) || standsFor(there, element);
}

/** The button of an icon or a text, which is pressed with it. A control is its own. */
function controlAround(element: Element): Element | null {
  for (let at: Element | null = element; at !== null; at = renderedParent(at))
    if (isInteractive(at, roleOf(at))) return at;
  return null;
}

/** Presses go through the element to what contains it, as it is usual for icons, and for the button of a component. */
function isThroughPart(there: Element, element: Element): boolean {
  if (!isPassedThrough(element)) return false;
  const root = element.getRootNode();
  if (root instanceof ShadowRoot && root.host === there) return true;
  if (controlAround(element) === element) return false;
  return there !== document.body && there !== document.documentElement && isInside(element, there);
}

export function isPassedThrough(element: Element): boolean {
  return styleOf(element).pointerEvents === 'none';
}

// A person uses a hidden checkbox by clicking on its label.
function isLabelOf(there: Element, element: Element): boolean {
  const label = there.closest('label');
  return label?.control === element;
}

/** How much larger than a field the box may be that a person takes for it. */
const standInMarginPx = 60;

/**
 * A custom select has a field, often an invisible one, and what a person sees and presses is drawn over it: the value or
 * the placeholder. Both are in a box that is hardly larger than the field.
 */
function standsFor(there: Element, element: Element): boolean {
  const isShown = element.checkVisibility({ opacityProperty: true });
  if (isShown && !isFieldRole(roleOf(element))) return false;
  // What covers a visible field may be another control, such as the cross that empties it.
  if (isShown && controlAround(there) !== controlAround(renderedParent(element) ?? element)) return false;
  const field = element.getBoundingClientRect();
  // The field of a select is often only as wide as what was typed into it.
  const widest = roleOf(element) === 'combobox' ? Infinity : field.width + standInMarginPx;
  for (let at = renderedParent(element); at !== null; at = renderedParent(at)) {
    const { width, height } = at.getBoundingClientRect();
    if (width > widest || height > field.height + standInMarginPx) return false;
    if (isInside(there, at)) return true;
  }
  return false;
}
