import { notify, reasonOf } from '../commands/notify.ts';
import { type HeldPointer, type Picking, startPicking } from '../picking/picker.ts';
import { hoverOf } from '../state/modes.ts';
import type { Hover, Picked } from '../state/state.ts';

import type { ModeDeps } from './mode-deps.ts';

/** Starts the picker for the current mode. A separate chunk with the picker: most pages are never inspected. */
export function startPickingMode(
  deps: ModeDeps,
  selected: () => string | undefined,
  held?: HeldPointer,
): Picking {
  const { container, inspection, element } = deps;
  const { dispatch } = container;
  const picking = startPicking({
    inspection,
    overlay: element,
    catchPointer: deps.catchPointer,
    held,
    currentHover: () => hoverOf(container.get()),
    onHover: (hover) => dispatch({ type: 'hover', hover }),
    onLocated: (target, located) => dispatch({ type: 'hover:located', element: target, located }),
    onPick: (picked, gather) => takePicked(deps, picked, gather, selected()),
    onFailed: (error) =>
      notify(
        dispatch,
        `This could not be described: ${reasonOf(error)} Try the element around it (arrow up).`,
        'problem',
      ),
  });
  let chosen: Hover | null = null;
  const unsubscribe = container.subscribe((state) => {
    const hover = hoverOf(state);
    if (hover?.isChosen !== true || hover === chosen) return;
    chosen = hover;
    void picking.pickCurrent(false);
  });
  return {
    ...picking,
    stop() {
      unsubscribe();
      picking.stop();
    },
  };
}

/** Relinks the annotation, gathers the target, or opens the composer for it, as the mode says. */
function takePicked(deps: ModeDeps, picked: Picked, gather: boolean, selected: string | undefined): void {
  const { container } = deps;
  const { mode } = container.get();
  if (mode.name === 'relink') {
    import('../commands/relink.ts').then(
      ({ relink }) => relink(deps, mode.id, { kind: 'picked', picked: [picked] }),
      (error: unknown) =>
        notify(container.dispatch, `The comment was not re-linked: ${reasonOf(error)}`, 'problem'),
    );
    return;
  }
  if (mode.name !== 'inspect') return;
  if (gather) {
    container.dispatch({ type: 'gather', picked });
    return;
  }
  const [first, ...rest] = mode.gathered.filter((one) => one.element !== picked.element);
  container.dispatch({
    type: 'compose:open',
    target: {
      kind: 'picked',
      picked: first === undefined ? [picked] : [first, ...rest, picked],
      ...(selected !== undefined && { selectionText: selected }),
    },
  });
}
