import { loadPredictor } from '../connection/predictor.ts';
import { whenIdle } from '../loading/when-idle.ts';
import type { BadgePosition, OverlayState } from '../state/state.ts';

import type * as Module from './panels.tsx';

export type Panels = typeof Module;

export interface LazyPanels {
  /** `null` until they are there. Fetches them at once when something of this state needs them. */
  readonly forState: (state: OverlayState, badges: readonly BadgePosition[]) => Panels | null;
  readonly close: () => void;
}

/**
 * The panels, and the predictor, without which nothing written in them would be shown at once. Fetched when the browser
 * is idle, so that they open at once and also while the dev server is down. A fetch that failed is tried again when they
 * are needed the next time; only a failure while they are needed is told.
 */
export function lazyPanels(root: ShadowRoot, onLoaded: () => void, onFailure: () => void): LazyPanels {
  let panels: Panels | null = null;
  let wanted = false;
  let isClosed = false;
  const fetchThem = async () => {
    try {
      const [module] = await Promise.all([import('./panels.tsx'), loadPredictor()]);
      if (isClosed || panels !== null) return;
      module.preparePanels(root);
      panels = module;
      onLoaded();
    } catch {
      if (wanted && !isClosed) onFailure();
    }
  };
  const cancel = whenIdle(() => void fetchThem());
  return {
    forState(state, badges) {
      const before = wanted;
      wanted = state.panel !== null || state.bar || state.mode.name !== 'hidden' || badges.length > 0;
      if (panels === null && wanted && !before) void fetchThem();
      return panels;
    },
    close() {
      isClosed = true;
      cancel();
    },
  };
}
