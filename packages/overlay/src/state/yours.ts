/** What waits for the person of this page. Apart from select.ts, because it is not part of the first load. */
import { type Annotation, turnOf } from '@annotate-mcp/core';

import { groupAnnotations } from './select.ts';
import type { OverlayState, PanelTab } from './state.ts';

/** Whether this person has something to do about it: who sits at the machine of the hub acts for all. */
export function isYours({ work, me }: Pick<OverlayState, 'work' | 'me'>, annotation: Annotation): boolean {
  const { id, authorId } = annotation;
  if (!me.local && me.id !== '' && authorId !== me.id) return false;
  return turnOf(annotation) !== null || work.questions.some(({ annotationId }) => annotationId === id);
}

/** What waits for this person, in the order of the list. */
export function selectYours(state: OverlayState, tab: PanelTab): readonly Annotation[] {
  return groupAnnotations(state, tab).open.filter((one) => isYours(state, one));
}
