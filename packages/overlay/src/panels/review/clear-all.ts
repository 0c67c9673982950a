import { notify } from '../../commands/notify.ts';
import { groupAnnotations } from '../../state/select.ts';
import type { PanelTab } from '../../state/state.ts';
import type { PanelProps } from '../panel-props.ts';

/** Clears all annotations of this tab, also those that the filter hides: open ones are withdrawn, the rest is deleted. */
export function clearAll(
  tab: PanelTab,
  { state, commands, dispatch }: Pick<PanelProps, 'state' | 'commands' | 'dispatch'>,
): void {
  const { drafts, open, closed } = groupAnnotations(state, tab);
  for (const { id } of [...drafts, ...open, ...closed]) commands.remove(id);
  const deleted = drafts.length + closed.length;
  const parts = [
    ...(deleted > 0 ? [`${deleted} deleted`] : []),
    ...(open.length > 0 ? [`${open.length} taken back`] : []),
  ];
  notify(dispatch, parts.length > 0 ? `${parts.join(', ')}.` : 'There is nothing to clear.', 'success');
}
