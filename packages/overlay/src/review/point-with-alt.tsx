import { notify } from '../commands/notify.ts';
import type { Inspection } from '../inspectors/inspection.ts';
/** Alt+hover names an element, Alt+click comments on it. Nothing listens to the pointer while Alt is not pressed. */
import type { ModeDeps } from '../modes/mode-deps.ts';
import { HoverOutline } from '../panels/pointing.tsx';
import type { startPicking } from '../picking/picker.ts';
import type { Hover, Mode } from '../state/state.ts';
import { useFollow } from '../ui/follow.ts';
import { eachWindowOnFocus, type PageWindow } from '../window/focused-frames.ts';

import { openLayer } from './open-layer.ts';

export function pointWithAlt(deps: ModeDeps): () => void {
  const { pageWindow, container } = deps;
  const layer = openLayer(deps);
  let pointing: AltPointing | null = null;
  let isPressed = false;
  const isHeld = () => isPressed;
  // Tried again with the next press of Alt if it could not be loaded.
  const load = () => import('../picking/picker.ts').catch(() => null);

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

export function AltHover({ hover }: { hover: Hover }) {
  useFollow(true);
  return (
    <div data-nga="alt-hover">
      <HoverOutline hover={hover} />
    </div>
  );
}

interface AltPointing {
  /** An element was outlined or clicked since Alt was pressed. */
  readonly isUsed: () => boolean;
  readonly release: () => void;
}

/** Runs from the press of Alt to its release. `draw` gets the element to outline. */
function startAltPointing(
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

/** A depth beyond all components, so that the element itself is described. */
const beyondAllComponents = Number.MAX_SAFE_INTEGER;

/** Describes elements instead of components: a person who reviews a site comments on what the page shows. */
function elementsOnly(inspection: Inspection): Inspection {
  return {
    ancestry: () => Promise.resolve([]),
    locate: async (element) => ({ ...(await inspection.locate(element)), path: [], component: null }),
    describe: (element) => inspection.describe(element, beyondAllComponents),
  };
}
