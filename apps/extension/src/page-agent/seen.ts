/** What a person sees: of a field without a size, the box around it. */
import { isDrawn, isVisible, renderedParent } from '@annotate-mcp/page-facts/elements';

import { isCutAway, isTiny } from './styles.ts';

/** Editors and some selects have a field without a size, which takes the keys. */
export function seenAround(field: Element): Element | null {
  for (let at = renderedParent(field); at !== null && at !== document.body; at = renderedParent(at)) {
    if (isSeen(at) && !isCutAway(at)) return at;
  }
  return null;
}

export function isSeen(element: Element): boolean {
  return isDrawn(element) && isVisible(element) && !isTiny(element);
}
