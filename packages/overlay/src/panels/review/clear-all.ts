import { isClosed } from '@annotate-mcp/core';

import { notify } from '../../commands/notify.ts';
import { hasAll } from '../../state/select-listed.ts';
import { everyOne, groupAnnotations } from '../../state/select.ts';
import type { PanelTab } from '../../state/state.ts';
import type { PanelProps } from '../panel-props.ts';

/** Clears all annotations of this tab, also those that the filter hides: open ones are withdrawn, the rest is deleted. */
export async function clearAll(
  tab: PanelTab,
  { state: known, commands, dispatch }: Pick<PanelProps, 'state' | 'commands' | 'dispatch'>,
): Promise<void> {
  const state = tab === 'all' && known.rest !== null ? await (await commands.rest()).all() : known;
  if (!hasAll(state, tab)) {
    const text =
      'Nothing was cleared, because not all comments could be read. Try again when the page is connected.';
    notify(dispatch, text, 'problem');
    return;
  }
  const all = everyOne(groupAnnotations(state, tab));
  for (const { id } of all) commands.remove(id);
  const deleted = all.filter((one) => one.status === 'draft' || isClosed(one)).length;
  const withdrawn = all.length - deleted;
  const parts = [
    ...(deleted > 0 ? [`${deleted} deleted`] : []),
    ...(withdrawn > 0 ? [`${withdrawn} taken back`] : []),
  ];
  notify(dispatch, parts.length > 0 ? `${parts.join(', ')}.` : 'There is nothing to clear.', 'success');
}
