/** What a person sees and presses instead of an element that is drawn too small, or not at all. */
import { isDrawn, renderedParent } from './composed.ts';
import { isShownByLabel, labelsOf } from './labels.ts';
import { roleOf } from './roles.ts';
import { isFieldRole } from './semantics.ts';
import { isConcealed, isCutAway, isTiny, isVisible } from './styles.ts';

/** The element itself, unless something else is pressed for it. */
export function standInOf(element: Element): Element {
  if (isShownByLabel(element)) return labelsOf(element).find(isSeen) ?? element;
  const role = roleOf(element);
  const isOnlyForKeys =
    (isTiny(element) && isFieldRole(role)) || (role === 'slider' && isInConcealedBox(element));
  return isOnlyForKeys ? (seenAround(element) ?? element) : element;
}

/** The thumb of a slider often contains a native one for assistive technology. */
function isInConcealedBox(element: Element): boolean {
  const parent = renderedParent(element);
  return parent !== null && isCutAway(parent) && isConcealed(parent);
}

/** Editors and some selects have a field without a size, which takes the keys. */
function seenAround(field: Element): Element | null {
  for (let at = renderedParent(field); at !== null && at !== document.body; at = renderedParent(at)) {
    if (isSeen(at) && !isCutAway(at)) return at;
  }
  return null;
}

function isSeen(element: Element): boolean {
  return isDrawn(element) && isVisible(element) && !isTiny(element);
}
