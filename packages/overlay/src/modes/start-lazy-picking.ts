import { notify } from '../commands/notify.ts';
import { reasonOf } from '../commands/reason-of.ts';
import type { Picking } from '../picking/picker.ts';

import type { ModeDeps } from './mode-deps.ts';

/** Loads the picker and starts it. Until it is loaded, calls to the returned object do nothing. */
export function startLazyPicking(deps: ModeDeps, selected: () => string | undefined): Picking {
  const { dispatch } = deps.container;
  let picking: Picking | null = null;
  let stopped = false;
  import('./start-picking-mode.ts').then(
    ({ startPickingMode }) => {
      if (!stopped) picking = startPickingMode(deps, selected);
    },
    (error: unknown) => {
      const text = `Inspect mode could not be loaded: ${reasonOf(error)} Is the dev server running?`;
      notify(dispatch, text, 'problem');
      dispatch({ type: 'escape' });
    },
  );
  return {
    pickCurrent: async (gather) => picking?.pickCurrent(gather),
    walk: (by) => picking?.walk(by),
    step: (by) => picking?.step(by),
    stop() {
      stopped = true;
      picking?.stop();
    },
  };
}
