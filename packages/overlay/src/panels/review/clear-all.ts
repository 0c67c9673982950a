import { notify } from '../../commands/notify.ts';
import { grouped } from '../../state/select.ts';
import type { PanelTab } from '../../state/state.ts';
import type { PanelProps } from '../panel-props.ts';

/** Everything of this tab, whatever the filter shows: open ones are taken back, since an agent may be at them, the rest is deleted. */
export function clearAll(
  tab: PanelTab,
  { state, commands, dispatch }: Pick<PanelProps, 'state' | 'commands' | 'dispatch'>,
): void {
  const { drafts, open, closed } = grouped(state, tab);
  for (const { id } of [...drafts, ...open, ...closed]) commands.remove(id);
  const deleted = drafts.length + closed.length;
  const said = [
    ...(deleted > 0 ? [`${deleted} deleted`] : []),
    ...(open.length > 0 ? [`${open.length} taken back`] : []),
  ];
  notify(dispatch, said.length > 0 ? `${said.join(', ')}.` : 'There is nothing to clear.', 'success');
}
