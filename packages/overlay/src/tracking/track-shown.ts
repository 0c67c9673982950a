import type { OverlayStateContainer } from '../state/container.ts';
import { marked } from '../state/select.ts';
import type { OverlayState } from '../state/state.ts';

import type { Markers } from './element-tracker.ts';

/** Shows what has a badge, when that changed; not at each move of the pointer, which changes the state too. */
export function showMarked(store: OverlayStateContainer, markers: Markers): () => void {
  let seen: OverlayState | undefined;
  return store.subscribe((state) => {
    const same = state.annotations === seen?.annotations && state.pageUrl === seen.pageUrl;
    seen = state;
    if (!same) markers.show(marked(state));
  });
}
