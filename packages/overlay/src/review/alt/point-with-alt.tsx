/** Alt+hover names an element, Alt+click comments on it. Nothing listens to the pointer while Alt is not pressed. */
import type { ModeDeps } from '../../modes/mode-deps.ts';
import type { Mode } from '../../state/state.ts';
import { eachWindowOnFocus, type PageWindow } from '../../window/focused-frames.ts';
import { openLayer } from '../layer.ts';

import { AltHover } from './alt-hover.tsx';
import { type AltPointing, startAltPointing } from './alt-pointing.ts';

export function pointWithAlt(deps: ModeDeps): () => void {
  const { pageWindow, container } = deps;
  const layer = openLayer(deps);
  let pointing: AltPointing | null = null;
  let isPressed = false;
  const isHeld = () => isPressed;
  // Tried again with the next press of Alt if it could not be loaded.
  const load = () => import('../../picking/picker.ts').catch(() => null);

  const begin = async () => {
    isPressed = true;
    const picker = await load();
    // Alt may have been released, or pressed with another key, while the picker was loaded.
    if (!isHeld() || pointing !== null || picker === null) return;
    pointing = startAltPointing(picker.startPicking, deps, (hover) =>
      layer.draw(hover && <AltHover hover={hover} />),
    );
    pageWindow.addEventListener('pointermove', onMove, true);
  };
  const end = () => {
    isPressed = false;
    pageWindow.removeEventListener('pointermove', onMove, true);
    pointing?.release();
    pointing = null;
  };
  const onMove = (event: PointerEvent) => {
    // Alt was released while the browser's own toolbar had the focus.
    if (!event.altKey) end();
  };
  const onKeydown = (event: KeyboardEvent) => {
    // Alt with another key is a shortcut of the app or the browser.
    if (event.key !== 'Alt' || event.shiftKey || event.ctrlKey || event.metaKey) end();
    else if (!isPressed && !event.repeat && !isPicking(container.get().mode)) void begin();
  };
  const onKeyup = (event: KeyboardEvent) => {
    if (event.key !== 'Alt') return;
    // On some systems the Alt key alone opens the browser's menu.
    if (pointing?.isUsed() === true) event.preventDefault();
    end();
  };

  void load();
  const stopListening = eachWindowOnFocus(pageWindow, (each) => listen(each, { onKeydown, onKeyup, end }));
  const unsubscribe = container.subscribe(({ mode }) => {
    if (isPressed && isPicking(mode)) end();
  });
  return () => {
    unsubscribe();
    stopListening();
    end();
    layer.close();
  };
}

/** Modes in which a person picks a target without Alt. */
function isPicking({ name }: Mode): boolean {
  return name === 'inspect' || name === 'relink';
}

interface AltListeners {
  readonly onKeydown: (event: KeyboardEvent) => void;
  readonly onKeyup: (event: KeyboardEvent) => void;
  readonly end: () => void;
}

function listen(pageWindow: PageWindow, { onKeydown, onKeyup, end }: AltListeners): () => void {
  pageWindow.addEventListener('keydown', onKeydown, true);
  pageWindow.addEventListener('keyup', onKeyup, true);
  pageWindow.addEventListener('blur', end);
  return () => {
    pageWindow.removeEventListener('keydown', onKeydown, true);
    pageWindow.removeEventListener('keyup', onKeyup, true);
    pageWindow.removeEventListener('blur', end);
  };
}
