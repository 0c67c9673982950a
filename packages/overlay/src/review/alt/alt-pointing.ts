import { notify } from '../../commands/notify.ts';
import type { ModeDeps } from '../../modes/mode-deps.ts';
import type { startPicking } from '../../picking/picker.ts';
import type { Hover } from '../../state/state.ts';

import { elementsOnly } from './elements-only.ts';

export interface AltPointing {
  /** An element was outlined or clicked since Alt was pressed. */
  readonly isUsed: () => boolean;
  readonly release: () => void;
}

/** Runs from the press of Alt to its release. `draw` gets the element to outline. */
export function startAltPointing(
  start: typeof startPicking,
  deps: ModeDeps,
  draw: (hover: Hover | null) => void,
): AltPointing {
  const { inspection, element, container } = deps;
  const elements = elementsOnly(inspection);
  let current: Hover | null = null;
  let describing = false;
  let released = false;
  let used = false;

  const show = (hover: Hover | null) => {
    if (released) return;
    current = hover;
    used ||= hover !== null;
    draw(hover);
  };
  const done = () => {
    describing = false;
    if (released) picking.stop();
  };
  const picking = start({
    inspection: {
      ...elements,
      describe: (target, depth) => {
        describing = true;
        return elements.describe(target, depth);
      },
    },
    overlay: element,
    currentHover: () => current,
    onHover: show,
    onLocated: (target, located) => {
      if (current?.element === target) show({ ...current, located });
    },
    onPick: (picked) => {
      container.dispatch({ type: 'compose:open', target: { kind: 'picked', picked: [picked] } });
      done();
    },
    onFailed: (error) => {
      const why = error instanceof Error ? error.message : String(error);
      notify(container.dispatch, `This could not be described: ${why} Try the element around it.`, 'problem');
      done();
    },
  });

  return {
    isUsed: () => used,
    release() {
      show(null);
      released = true;
      // An element that was clicked while Alt was pressed still opens the composer once it is described.
      if (!describing) picking.stop();
    },
  };
}
