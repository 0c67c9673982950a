import type { Action } from './actions.ts';
import { reduce } from './reducer.ts';
import type { OverlayState } from './state.ts';

export interface Store {
  readonly get: () => OverlayState;
  readonly dispatch: (action: Action) => void;
  /** Called after each change, with the newest state; an action that changed nothing is no change. */
  readonly subscribe: (listener: (state: OverlayState) => void) => () => void;
}

export function createStore(initial: OverlayState): Store {
  const listeners = new Set<(state: OverlayState) => void>();
  let state = initial;
  let telling = false;

  function tell(): void {
    // A listener that dispatches is told again after the others, so that nobody sees states out of order.
    for (let told: OverlayState | null = null; told !== state;) {
      told = state;
      for (const listener of [...listeners]) if (listeners.has(listener)) listener(told);
    }
  }

  return {
    get: () => state,
    dispatch(action) {
      const before = state;
      state = reduce(state, action);
      if (state === before || telling) return;
      telling = true;
      try {
        tell();
      } finally {
        telling = false;
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
