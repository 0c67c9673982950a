import type { Annotation } from '@annotate-mcp/core';

import { grouped, isSettled } from '../../state/select.ts';
import type { OverlayState } from '../../state/state.ts';
import type { PanelProps } from '../panel-props.ts';

/** A click in the list: goes to what the comment is about. What stands nowhere on this page is opened instead. */
export function showOrOpen(
  id: string,
  { state, commands, dispatch }: Pick<PanelProps, 'state' | 'commands' | 'dispatch'>,
): void {
  const annotation = state.annotations.get(id);
  if (annotation === undefined) return;
  if (isHere(state, annotation) && !hasPlace(state, annotation)) {
    dispatch({ type: 'thread:open', id });
    return;
  }
  // The list covers the whole of a small screen.
  if (matchMedia('(max-width: 480px)').matches) dispatch({ type: 'panel:toggle' });
  void commands.reveal(id);
}

function isHere(state: OverlayState, annotation: Annotation): boolean {
  const { drafts, open, closed } = grouped(state, 'page');
  return [drafts, open, closed].some((group) => group.includes(annotation));
}

function hasPlace({ lost }: OverlayState, annotation: Annotation): boolean {
  return annotation.kind !== 'page' && !lost.has(annotation.id) && !isSettled(annotation);
}
