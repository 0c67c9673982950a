import { type Annotation, canDo, pageActor, type PageActionName } from '@annotate-mcp/core';

import { mayAtAll } from './may.ts';
import type { OverlayState } from './state.ts';

/** Whether the hub would do it: an action that it refuses is not offered. */
export function isOffered(
  state: Pick<OverlayState, 'me'>,
  name: PageActionName,
  annotation: Annotation,
): boolean {
  const { id: authorId, local } = state.me;
  // Before the hub has said who the person is, the page has only what they wrote themselves.
  if (authorId === '') return true;
  return mayAtAll(state, name) && canDo(name, annotation, pageActor(annotation, { authorId, local }));
}
