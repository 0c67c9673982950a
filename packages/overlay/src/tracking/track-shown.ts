import type { OverlayStateContainer } from '../state/container.ts';
import { selectBadged } from '../state/select.ts';
import type { OverlayState } from '../state/state.ts';

import type { ElementTracker } from './element-tracker.ts';

/** Passes the annotations with a badge to the tracker when they change, and not with every change of the state. */
export function trackShown(container: OverlayStateContainer, tracker: ElementTracker): () => void {
  let before: OverlayState | undefined;
  return container.subscribe((state) => {
    const same = state.annotations === before?.annotations && state.pageUrl === before.pageUrl;
    before = state;
    if (!same) tracker.show(selectBadged(state));
  });
}
