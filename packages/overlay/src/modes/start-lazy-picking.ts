import { notify } from '../commands/notify.ts';
import { reasonOf } from '../commands/reason-of.ts';
import type { Picking } from '../picking/picker.ts';

import type { ModeDeps } from './mode-deps.ts';

/** Loads the picker and starts it. Keys that are pressed meanwhile take effect when it is loaded. */
export function startLazyPicking(deps: ModeDeps, selected: () => string | undefined): Picking {
  const { dispatch } = deps.container;
  let picking: Picking | null = null;
  let stopped = false;
  const loading = import('./start-picking-mode.ts').then(
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
    pickCurrent: (gather) => loading.then(() => picking?.pickCurrent(gather)),
    walk: (by) => void loading.then(() => picking?.walk(by)),
    step: (by) => void loading.then(() => picking?.step(by)),
    toComponent: () => void loading.then(() => picking?.toComponent()),
    stop() {
      stopped = true;
      picking?.stop();
    },
  };
}
