/** Connects the modes to the page: keys at all times, the pointer while a person picks a target. */
import { notLoaded } from '../commands/notify.ts';
import type { HeldPointer, Picking } from '../picking/picker.ts';
import { selectionText } from '../picking/selection-text.ts';
import { canStepBack } from '../state/reducer.ts';
import { isRelinkingText } from '../state/select.ts';
import type { Mode, OverlayState } from '../state/state.ts';

import { type KeyHandlers, watchKeys } from './keys.ts';
import type { ModeDeps } from './mode-deps.ts';

export function followModes(deps: ModeDeps): () => void {
  const { pageWindow, container } = deps;
  const selection = followSelection(deps);
  const focus = followFocus(deps);
  let picking: Picking | null = null;

  const follow = () => {
    const state = container.get();
    selection.follow(state.mode);
    if (state.mode.name === 'hidden') focus.restore();
    if (isPicking(state) && picking === null) {
      focus.release();
      picking = startLazyPicking(deps, selection.text);
    } else if (!isPicking(state) && picking !== null) {
      picking.stop();
      picking = null;
    }
  };
  const stopKeys = watchKeys(
    pageWindow,
    container.get().settings.keys,
    keyHandlers(deps, () => picking),
  );
  const unsubscribe = container.subscribe(follow);
  return () => {
    unsubscribe();
    stopKeys();
    picking?.stop();
  };
}

function keyHandlers({ container, commands, root }: ModeDeps, picking: () => Picking | null): KeyHandlers {
  const { dispatch } = container;
  return {
    onCommand(command) {
      if (command === 'inspect') dispatch({ type: 'inspect:toggle' });
      else if (command === 'panel') dispatch({ type: 'panel:toggle' });
      else if (command === 'copy') void commands.copyPage();
      else if (command === 'pageNote') commands.pageNote();
      else void commands.toggleFreeze();
    },
    onEscape() {
      // A list of names is open below the field, which closes it.
      if (root.activeElement?.hasAttribute('aria-activedescendant') === true) return false;
      const isOurs = canStepBack(container.get());
      if (isOurs) dispatch({ type: 'escape' });
      return isOurs;
    },
    isPicking: () => isPicking(container.get()),
    onWalk: (by) => picking()?.walk(by),
    onStep: (by) => picking()?.step(by),
    onComponent: () => picking()?.toComponent(),
    onPick: (gather) => void picking()?.pickCurrent(gather),
    root,
  };
}

/** The new target of a text is selected, not picked with the pointer: see review/text. */
function isPicking(state: OverlayState): boolean {
  const { name } = state.mode;
  return name === 'inspect' || (name === 'relink' && !isRelinkingText(state));
}

/** Text that was selected before inspect mode goes with the first comment, and not with the later ones. */
function followSelection({ pageWindow, element }: ModeDeps) {
  let text: string | undefined;
  let before: Mode['name'] = 'hidden';
  return {
    text: () => text,
    follow({ name }: Mode) {
      if (name === 'inspect' && before === 'hidden') text = selectionText(pageWindow, element);
      else if (name === 'inspect' && before === 'annotate') text = undefined;
      before = name;
    },
  };
}

/** While a person picks, arrow keys and Enter are for the page and not for the button that started it. */
function followFocus({ pageWindow, root }: ModeDeps) {
  let pressed: HTMLElement | null = null;
  return {
    release() {
      pressed = (root.activeElement as HTMLElement | null) ?? pressed;
      pressed?.blur();
    },
    restore() {
      if (pageWindow.document.activeElement === pageWindow.document.body) pressed?.focus();
      pressed = null;
    },
  };
}

/**
 * Loads the picker and starts it. Keys and clicks meanwhile take effect when it is loaded, the pointer is where it was
 * moved to, and the app gets no clicks.
 */
function startLazyPicking(deps: ModeDeps, selected: () => string | undefined): Picking {
  const { dispatch } = deps.container;
  let picking: Picking | null = null;
  let stopped = false;
  const endWaiting = holdPointer(deps);
  const loading = import('./start-picking-mode.ts')
    .then(({ startPickingMode }) => {
      const held = endWaiting();
      if (!stopped) picking = startPickingMode(deps, selected, held);
    })
    .catch(() => {
      endWaiting();
      dispatch({ type: 'notice', notice: notLoaded });
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

/** Keeps clicks from the app. The returned function ends it, and says where the pointer is if it was moved or released. */
function holdPointer({ pageWindow, element }: ModeDeps): () => HeldPointer | undefined {
  let pointer: HeldPointer | undefined;
  const held = new AbortController();
  const hold = (event: MouseEvent) => {
    const { type, clientX: x, clientY: y } = event;
    if (type === 'pointermove') {
      if (pointer?.isReleased !== true) pointer = { x, y };
    } else if (event.isTrusted && !event.composedPath().includes(element)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (type === 'pointerup') pointer = { x, y, isReleased: true };
    }
  };
  for (const type of heldTypes)
    pageWindow.addEventListener(type, hold, { capture: true, signal: held.signal });
  return () => {
    held.abort();
    return pointer;
  };
}
