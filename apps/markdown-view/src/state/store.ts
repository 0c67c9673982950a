import type { Action, Dispatch } from './actions.ts';
import { reduce } from './reducer.ts';
import { initialState, type ViewState } from './state.ts';

export interface Store {
  readonly state: ViewState;
  readonly dispatch: Dispatch;
  /** Called after each change, in the order of subscription. */
  subscribe(listener: (state: ViewState, before: ViewState) => void): () => void;
}

export function createStore(from: ViewState = initialState): Store {
  let state = from;
  const listeners = new Set<(state: ViewState, before: ViewState) => void>();
  return {
    get state() {
      return state;
    },
    dispatch(action: Action) {
      const before = state;
      state = reduce(before, action);
      if (state !== before) for (const listener of [...listeners]) listener(state, before);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
