/** Alt+hover shows what an element is, Alt+click comments on it. Nothing listens to the pointer while Alt is up. */
import type { ModeDeps } from '../../modes/mode-deps.ts';
import type * as Picker from '../../picking/picker.ts';
import type { Mode } from '../../state/state.ts';
import { eachWindowOnFocus, type View } from '../../window/frames.ts';
import { openLayer } from '../layer.ts';

import { AltHover } from './alt-hover.tsx';
import { type AltPointing, startAltPointing } from './alt-pointing.ts';

export function pointWithAlt(deps: ModeDeps): () => void {
  const { view, store } = deps;
  const layer = openLayer(deps);
  let pointing: AltPointing | null = null;
  let startPicking: typeof Picker.startPicking | null = null;
  const load = () => {
    import('../../picking/picker.ts').then(
      (picker) => {
        ({ startPicking } = picker);
      },
      // Tried again with the next press of Alt.
      () => undefined,
    );
  };

  const begin = () => {
    if (startPicking === null) {
      load();
      return;
    }
    pointing = startAltPointing(startPicking, deps, (hover) =>
      layer.draw(hover && <AltHover hover={hover} />),
    );
    view.addEventListener('pointermove', onMove, true);
  };
  const end = () => {
    view.removeEventListener('pointermove', onMove, true);
    pointing?.release();
    pointing = null;
  };
  const onMove = (event: PointerEvent) => {
    // Released where no key is heard, as in the browser's own bars.
    if (!event.altKey) end();
  };
  const onKeydown = (event: KeyboardEvent) => {
    // With any other key it is somebody's shortcut.
    if (event.key !== 'Alt' || event.shiftKey || event.ctrlKey || event.metaKey) end();
    else if (pointing === null && !event.repeat && !hasPointer(store.get().mode)) begin();
  };
  const onKeyup = (event: KeyboardEvent) => {
    if (event.key !== 'Alt') return;
    // On some systems Alt alone opens the browser's menu.
    if (pointing?.isUsed() === true) event.preventDefault();
    end();
  };

  load();
  const stopListening = eachWindowOnFocus(view, (each) => listen(each, { onKeydown, onKeyup, end }));
  const unsubscribe = store.subscribe(({ mode }) => {
    if (pointing !== null && hasPointer(mode)) end();
  });
  return () => {
    unsubscribe();
    stopListening();
    end();
    layer.close();
  };
}

/** Modes in which pointing is under way already, without Alt. */
function hasPointer({ name }: Mode): boolean {
  return name === 'inspect' || name === 'relink';
}

interface Heard {
  readonly onKeydown: (event: KeyboardEvent) => void;
  readonly onKeyup: (event: KeyboardEvent) => void;
  readonly end: () => void;
}

function listen(view: View, { onKeydown, onKeyup, end }: Heard): () => void {
  view.addEventListener('keydown', onKeydown, true);
  view.addEventListener('keyup', onKeyup, true);
  view.addEventListener('blur', end);
  return () => {
    view.removeEventListener('keydown', onKeydown, true);
    view.removeEventListener('keyup', onKeyup, true);
    view.removeEventListener('blur', end);
  };
}
