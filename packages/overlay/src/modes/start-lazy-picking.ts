import { notify } from '../commands/notify.ts';
import { reasonOf } from '../commands/reason-of.ts';
import type { Point } from '../picking/area.ts';
import type { Picking } from '../picking/picker.ts';

import type { ModeDeps } from './mode-deps.ts';

/**
 * Loads the picker and starts it. Keys that are pressed meanwhile take effect when it is loaded, the pointer is where it
 * was moved to, and the app gets no clicks.
 */
export function startLazyPicking(deps: ModeDeps, selected: () => string | undefined): Picking {
  const { dispatch } = deps.container;
  let picking: Picking | null = null;
  let stopped = false;
  const endWaiting = holdPointer(deps);
  const loading = import('./start-picking-mode.ts')
    .then(({ startPickingMode }) => {
      const point = endWaiting();
      if (!stopped) picking = startPickingMode(deps, selected, point);
    })
    .catch((error: unknown) => {
      endWaiting();
      const text = `Inspect mode could not be loaded: ${reasonOf(error)} Is the dev server running?`;
      notify(dispatch, text, 'problem');
      dispatch({ type: 'escape' });
    });
  return {
    pickCurrent: (gather) => loading.then(() => picking?.pickCurrent(gather)),
    walk: (by) => void loading.then(() => picking?.walk(by)),
    step: (by) => void loading.then(() => picking?.step(by)),
    toComponent: () => void loading.then(() => picking?.toComponent()),
    stop() {
      stopped = true;
      endWaiting();
      picking?.stop();
    },
  };
}

const heldTypes = ['pointermove', 'pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'] as const;

/** Keeps clicks from the app. The returned function ends it, and says where the pointer is if it has moved. */
function holdPointer({ pageWindow, element }: ModeDeps): () => Point | undefined {
  let point: Point | undefined;
  const held = new AbortController();
  const hold = (event: MouseEvent) => {
    if (event.type === 'pointermove') point = { x: event.clientX, y: event.clientY };
    else if (event.isTrusted && !event.composedPath().includes(element)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  for (const type of heldTypes)
    pageWindow.addEventListener(type, hold, { capture: true, signal: held.signal });
  return () => {
    held.abort();
    return point;
  };
}
