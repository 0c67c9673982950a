/** What the modes need of the page: keys always, the pointer while somebody inspects. */
import type { Commands } from './commands.ts';
import type { Connection } from './connection/connection.ts';
import type { Inspection } from './inspectors/inspection.ts';
import { watchKeys } from './keys.ts';
import type { LazyMarkers } from './markers/lazy.ts';
import { notify } from './notify.ts';
import type { View } from './picking/frames.ts';
import type { Picking } from './picking/picker.ts';
import { selectionText } from './picking/selection-text.ts';
import type { OverlayStateContainer } from './state/container.ts';
import { escapes } from './state/reducer.ts';
import { relinksText } from './state/select.ts';
import type { Mode, OverlayState, Picked } from './state/state.ts';

export interface ModeParts {
  readonly view: View;
  readonly store: OverlayStateContainer;
  readonly inspection: Inspection;
  readonly connection: Connection;
  readonly markers: LazyMarkers;
  readonly commands: Commands;
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
}

export function followModes(parts: ModeParts): () => void {
  const { view, store, commands, element, root } = parts;
  const { dispatch } = store;
  let picking: Picking | null = null;
  let selected: string | undefined;
  let before: Mode['name'] = 'hidden';
  let pressed: HTMLElement | null = null;

  const follow = () => {
    const { mode } = store.get();
    const points = isPointing(store.get());
    // What was selected before inspecting is the focus of the first comment, not of those that follow.
    if (mode.name === 'inspect' && before === 'hidden') selected = selectionText(view, element);
    else if (mode.name === 'inspect' && before === 'annotate') selected = undefined;
    before = mode.name;
    if (mode.name === 'hidden') {
      if (view.document.activeElement === view.document.body) pressed?.focus();
      pressed = null;
    }
    if (points && picking === null) {
      // Arrow keys and Enter are for the page from now on, not for the button that was pressed to begin.
      pressed = (root.activeElement as HTMLElement | null) ?? pressed;
      pressed?.blur();
      picking = lazily(
        () => pick(parts, () => selected),
        (error) => {
          notify(
            dispatch,
            `Inspecting could not be loaded: ${reasonOf(error)} Is the dev server running?`,
            'problem',
          );
          dispatch({ type: 'escape' });
        },
      );
    } else if (!points && picking !== null) {
      picking.stop();
      picking = null;
    }
  };

  const stopKeys = watchKeys(view, store.get().settings.keys, {
    command(command) {
      if (command === 'inspect') dispatch({ type: 'inspect:toggle' });
      else if (command === 'panel') dispatch({ type: 'panel:toggle' });
      else if (command === 'copy') void commands.copyPage();
      else if (command === 'pageNote') commands.pageNote();
      else void commands.toggleFreeze();
    },
    escape() {
      const ours = escapes(store.get());
      if (ours) dispatch({ type: 'escape' });
      return ours;
    },
    inspecting: () => isPointing(store.get()),
    walk: (by) => picking?.walk(by),
    step: (by) => picking?.step(by),
    pick: (gather) => void picking?.pickCurrent(gather),
    root,
  });
  const unsubscribe = store.subscribe(follow);
  return () => {
    unsubscribe();
    stopKeys();
    picking?.stop();
  };
}

/** The new place of a text is selected, not pointed at: see review/text. */
function isPointing(state: OverlayState): boolean {
  const { name } = state.mode;
  return name === 'inspect' || (name === 'relink' && !relinksText(state));
}

function hoverOf(mode: Mode) {
  return mode.name === 'inspect' || mode.name === 'relink' ? mode.hover : null;
}

async function pick(parts: ModeParts, selected: () => string | undefined): Promise<Picking> {
  const { store, inspection, element } = parts;
  const { dispatch } = store;
  const { startPicking } = await import('./picking/picker.ts');
  return startPicking({
    inspection,
    overlay: element,
    currentHover: () => hoverOf(store.get().mode),
    hover: (hover) => dispatch({ type: 'hover', hover }),
    source: (target, depth, source) => dispatch({ type: 'hover:source', element: target, depth, source }),
    walk: (by) => dispatch({ type: 'hover:walk', by }),
    pick: (picked, gather) => take(parts, picked, gather, selected()),
    failed: (error) =>
      notify(
        dispatch,
        `This could not be described: ${reasonOf(error)} Try the element around it (arrow up).`,
        'problem',
      ),
  });
}

/** Stands for what is still being loaded; what is asked of it meanwhile has nothing to act on. */
function lazily(load: () => Promise<Picking>, failed: (error: unknown) => void): Picking {
  let picking: Picking | null = null;
  let stopped = false;
  load().then((loaded) => {
    if (stopped) loaded.stop();
    else picking = loaded;
  }, failed);
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

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function take(parts: ModeParts, picked: Picked, gather: boolean, selected: string | undefined): void {
  const { store } = parts;
  const { mode } = store.get();
  if (mode.name === 'relink') {
    import('./relink.ts').then(
      ({ relink }) => relink(parts, mode.id, { kind: 'picked', picked: [picked] }),
      (error: unknown) => notify(store.dispatch, `It stays where it was: ${reasonOf(error)}`, 'problem'),
    );
    return;
  }
  if (mode.name !== 'inspect') return;
  if (gather) {
    store.dispatch({ type: 'gather', picked });
    return;
  }
  const [first, ...rest] = mode.gathered.filter(({ host }) => host !== picked.host);
  store.dispatch({
    type: 'compose:open',
    subject: {
      kind: 'picked',
      picked: first === undefined ? [picked] : [first, ...rest, picked],
      ...(selected !== undefined && { selectionText: selected }),
    },
  });
}
