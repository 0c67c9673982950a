import type { Dispatch } from '../state/actions.ts';
import type { Notice, OverlayState } from '../state/state.ts';

let lastId = 0;

/** A part of the overlay is asked for while the dev server is away. */
export const notLoaded: Notice = {
  // Below the ids of all other notices.
  id: -1_000_000,
  tone: 'problem',
  text: 'This could not be loaded. Start the dev server, then try again.',
};

/** Shows one short sentence at the bottom of the page. */
export function notify(
  dispatch: Dispatch,
  text: string,
  tone: Notice['tone'] = 'info',
  more: Pick<Notice, 'sent'> = {},
): void {
  dispatch({ type: 'notice', notice: { text, tone, id: ++lastId, ...more } });
}

/** The message of something that was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** With the first words that a person sends, the name that was shown beside them is theirs, and is not asked again. */
export function confirmName({ me }: Pick<OverlayState, 'me'>, rename: (name: string) => void): void {
  if (!me.isNamed && me.name !== null) rename(me.name);
}
