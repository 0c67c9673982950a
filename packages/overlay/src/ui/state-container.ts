/** Holds the state of a user interface: a pure reducer changes it, listeners are told of each change. */
export interface StateContainer<State, Action> {
  readonly get: () => State;
  readonly dispatch: (action: Action) => void;
  /** The listener gets the newest state and the one it was told before. An action that changes nothing tells no listener. */
  readonly subscribe: (listener: StateListener<State>) => () => void;
}

type StateListener<State> = (state: State, before: State) => void;

export function createStateContainer<State, Action>(
  initial: State,
  reduce: (state: State, action: Action) => State,
): StateContainer<State, Action> {
  const listeners = new Set<StateListener<State>>();
  let state = initial;
  let notifying = false;

  /**
   * A listener may dispatch. The listeners are then all told again after this round, so that each of them gets the
   * states in order.
   */
  function notify(before: State): void {
    for (let told = before; told !== state;) {
      const previous = told;
      told = state;
      for (const listener of [...listeners]) if (listeners.has(listener)) listener(told, previous);
    }
  }

  return {
    get: () => state,
    dispatch(action) {
      const before = state;
      state = reduce(state, action);
      if (state === before || notifying) return;
      notifying = true;
      try {
        notify(before);
      } finally {
        notifying = false;
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
