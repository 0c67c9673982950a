import { type Annotation, isSettled } from '@annotate-mcp/core';

import { everyOne, groupAnnotations } from '../../state/select.ts';
import type { OverlayState } from '../../state/state.ts';
import type { PanelProps } from '../panel-props.ts';

/** Handles a click in the list: reveals the target of the annotation, or opens its thread if it has none on this page. */
export function revealOrOpen(
  id: string,
  { state, commands, dispatch }: Pick<PanelProps, 'state' | 'commands' | 'dispatch'>,
): void {
  const annotation = state.annotations.get(id);
  if (annotation === undefined) return;
  if (isOnThisPage(state, annotation) && !hasTargetOnPage(state, annotation)) {
    dispatch({ type: 'thread:open', id });
    return;
  }
  // On a small screen the list would cover the target.
  if (matchMedia('(max-width: 480px)').matches) dispatch({ type: 'panel:toggle' });
  void commands.reveal(id);
}

function isOnThisPage(state: OverlayState, annotation: Annotation): boolean {
  return everyOne(groupAnnotations(state, 'page')).includes(annotation);
}

function hasTargetOnPage({ lost }: OverlayState, annotation: Annotation): boolean {
  return annotation.kind !== 'page' && !lost.has(annotation.id) && !isSettled(annotation);
}
