import { notify } from '../../commands/notify.ts';
import type { ModeDeps } from '../../modes/mode-deps.ts';
import type { startPicking } from '../../picking/picker.ts';
import type { Hover } from '../../state/state.ts';

import { elementsOnly } from './elements-only.ts';

export interface AltPointing {
  /** Something was outlined or clicked since Alt went down. */
  readonly isUsed: () => boolean;
  readonly release: () => void;
}

/** From Alt's press to its release. `draw` is told what to outline. */
export function startAltPointing(
  start: typeof startPicking,
  deps: ModeDeps,
  draw: (hover: Hover | null) => void,
): AltPointing {
  const { inspection, element, store } = deps;
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
    hover: show,
    source: (target, depth, source) => {
      if (current?.element === target && current.depth === depth) show({ ...current, source });
    },
    walk: () => undefined,
    pick: (picked) => {
      store.dispatch({ type: 'compose:open', subject: { kind: 'picked', picked: [picked] } });
      done();
    },
    failed: (error) => {
      const why = error instanceof Error ? error.message : String(error);
      notify(store.dispatch, `This could not be described: ${why} Try the element around it.`, 'problem');
      done();
    },
  });

  return {
    isUsed: () => used,
    release() {
      show(null);
      released = true;
      // What was clicked while Alt was down becomes a comment all the same, when its description is there.
      if (!describing) picking.stop();
    },
  };
}
