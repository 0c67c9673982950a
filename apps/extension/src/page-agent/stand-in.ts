/** What a person sees and presses instead of an element that is drawn too small, or not at all. */
import { isDrawn, renderedParent } from './composed.ts';
import { isShownByLabel, labelsOf } from './labels.ts';
import { roleOf } from './roles.ts';
import { isSeen, seenAround } from './seen.ts';
import { isFieldRole } from './semantics.ts';
import { isConcealed, isCutAway, isTiny } from './styles.ts';

/** The element itself, unless something else is pressed for it. */
export function standInOf(element: Element): Element {
  if (isShownByLabel(element)) return labelsOf(element).find(isSeen) ?? element;
  if (!isDrawn(element)) return element;
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
