import type { Dispatch } from '../state/actions.ts';
import type { Notice } from '../state/state.ts';

let lastId = 0;

/** Shows one short sentence at the bottom of the page. */
export function notify(
  dispatch: Dispatch,
  text: string,
  tone: Notice['tone'] = 'info',
  more: Pick<Notice, 'sent'> = {},
): void {
  dispatch({ type: 'notice', notice: { text, tone, id: ++lastId, ...more } });
}
