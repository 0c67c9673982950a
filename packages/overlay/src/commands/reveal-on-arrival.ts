import type { Dispatch } from '../state/actions.ts';

import type { Commands } from './commands.ts';

/** Session storage key with the id of the annotation that reveal.ts opens another page for. */
export const revealKey = 'annotate:reveal';

/**
 * Shows the annotation that this page was opened for, as soon as its target is found. The returned function takes the
 * annotations whose target has been found.
 */
export function revealOnArrival(
  commands: Commands,
  dispatch: Dispatch,
): (found: readonly { readonly id: string }[]) => void {
  let wanted = takeWantedId();
  return (found) => {
    const id = wanted;
    if (id === null || !found.some((one) => one.id === id)) return;
    wanted = null;
    void commands.reveal(id);
    dispatch({ type: 'thread:open', id });
  };
}

function takeWantedId(): string | null {
  try {
    const id = sessionStorage.getItem(revealKey);
    sessionStorage.removeItem(revealKey);
    return id;
  } catch {
    // Without session storage the page is open, but not scrolled to the target.
    return null;
  }
}
