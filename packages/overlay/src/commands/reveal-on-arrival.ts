import type { OverlayStateContainer } from '../state/container.ts';

import type { Commands } from './commands.ts';

/** Session storage key with the id of the annotation that reveal.ts opens another page for. */
export const revealKey = 'annotate:reveal';

/**
 * Shows the annotation that this page was opened for, as soon as its target is found, or known to be gone. The returned
 * function takes the annotations whose target has been found.
 */
export function revealOnArrival(
  commands: Pick<Commands, 'reveal'>,
  { subscribe, get, dispatch }: OverlayStateContainer,
): (found: readonly { readonly id: string }[]) => void {
  let wanted = takeLinkedId() ?? takeWantedId();
  const show = (id: string) => {
    wanted = null;
    void commands.reveal(id);
    dispatch({ type: 'thread:open', id });
  };
  subscribe(() => {
    if (wanted === null) return;
    const { annotations, lost } = get();
    if (lost.has(wanted) || annotations.get(wanted)?.kind === 'page') show(wanted);
  });
  return (found) => {
    if (wanted !== null && found.some((one) => one.id === wanted)) show(wanted);
  };
}

/** The parameter is removed, so that neither the app nor the next comment has it in its address. */
function takeLinkedId(): string | null {
  const [found, mark = '', id = '', more = ''] = parameter.exec(location.href) ?? [];
  if (found === undefined) return null;
  history.replaceState(history.state, '', location.href.replace(found, more && mark));
  return id;
}

/** As core's `linkTo` writes it. */
const parameter = /([?&])annotate=([^&#]*)(&?)/;

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
