import type { Commands } from './commands.ts';
import type { Dispatch } from './state/actions.ts';

/** Where reveal.ts leaves the id of the annotation that another page is opened for. */
export const wantedKey = 'annotate:reveal';

/** Told what has a place on the page: shows the annotation that the page was opened for as soon as it has one. */
export function arrival(
  commands: Commands,
  dispatch: Dispatch,
): (placed: readonly { readonly id: string }[]) => void {
  let wanted = takeWanted();
  return (placed) => {
    const id = wanted;
    if (id === null || !placed.some((one) => one.id === id)) return;
    wanted = null;
    void commands.reveal(id);
    dispatch({ type: 'thread:open', id });
  };
}

function takeWanted(): string | null {
  try {
    const id = sessionStorage.getItem(wantedKey);
    sessionStorage.removeItem(wantedKey);
    return id;
  } catch {
    // No storage here: the page is open all the same, only not scrolled.
    return null;
  }
}
