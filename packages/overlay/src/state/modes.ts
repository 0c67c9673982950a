/** The transitions between modes. Typed text is in `kept` from the first letter on, so no transition loses it. */
import {
  type OverlayState,
  type Compose,
  type Hover,
  type Mode,
  type Picked,
  type ComposeTarget,
} from './state.ts';
import { targetKey } from './target-key.ts';

export function toggleInspect(state: OverlayState): OverlayState {
  if (isSending(state)) return state;
  return { ...state, mode: state.mode.name === 'hidden' ? inspecting : hidden };
}

/** One step back. Returns the same state when nothing of the overlay is open. */
export function stepBack(state: OverlayState): OverlayState {
  const { mode } = state;
  if (isSending(state)) return state;
  if (mode.name === 'inspect' && mode.gathered.length > 0)
    return { ...state, mode: { ...mode, gathered: [] } };
  if ('compose' in mode && mode.compose.drawing) return changeComposer(state, { drawing: null });
  if (mode.name !== 'hidden') return { ...state, mode: modeBefore(mode) };
  if (state.panel !== null) return { ...state, panel: null };
  return state.bar ? { ...state, bar: false } : state;
}

/** Whether Esc is for the overlay. If not, the app gets the key. */
export function canStepBack(state: OverlayState): boolean {
  return state.mode.name !== 'hidden' || state.panel !== null || state.bar;
}

export function openComposer(state: OverlayState, target: ComposeTarget): OverlayState {
  if (isSending(state)) return state;
  const text = state.kept.get(targetKey(target, state.pageUrl)) ?? '';
  const compose = {
    target,
    text,
    screenshot: false,
    consoleErrors: false,
    steps: null,
    wishes: [],
    pictures: [],
    drawing: null,
    sending: false,
    problem: null,
  };
  return { ...state, mode: { name: 'annotate', compose, back: backOf(state.mode) } };
}

export function changeComposer(
  state: OverlayState,
  changes: Partial<Compose> | ((compose: Compose) => Partial<Compose>),
): OverlayState {
  const { mode } = state;
  if (mode.name !== 'annotate') return state;
  const { compose } = mode;
  const change = typeof changes === 'function' ? changes(compose) : changes;
  const same = (Object.keys(change) as (keyof Compose)[]).every((field) => compose[field] === change[field]);
  return same ? state : { ...state, mode: { ...mode, compose: { ...compose, ...change } } };
}

export function typeComment(state: OverlayState, text: string): OverlayState {
  const { mode } = state;
  if (mode.name !== 'annotate' || isSending(state)) return state;
  return keepText(changeComposer(state, { text }), targetKey(mode.compose.target, state.pageUrl), text);
}

export function finishComposer(state: OverlayState): OverlayState {
  const { mode } = state;
  if (mode.name !== 'annotate') return state;
  const cleared = keepText(state, targetKey(mode.compose.target, state.pageUrl), '');
  return { ...cleared, mode: state.pinned ? modeBefore(mode) : hidden };
}

export function openThread(state: OverlayState, id: string): OverlayState {
  const { mode } = state;
  const shown = mode.name === 'thread' && mode.id === id;
  if (shown || isSending(state) || !state.annotations.has(id)) return state;
  return { ...state, mode: { name: 'thread', id, back: backOf(mode) } };
}

export function closeThread(state: OverlayState): OverlayState {
  return state.mode.name === 'thread' ? { ...state, mode: modeBefore(state.mode) } : state;
}

export function startRelink(state: OverlayState, id: string): OverlayState {
  if (isSending(state) || !state.annotations.has(id)) return state;
  return { ...state, mode: { name: 'relink', id, hover: null } };
}

export function setHover(state: OverlayState, hover: Hover | null): OverlayState {
  const { mode } = state;
  if (mode.name !== 'inspect' && mode.name !== 'relink') return state;
  return isSameHover(mode.hover, hover) ? state : { ...state, mode: { ...mode, hover } };
}

/** Adds the target; removes it if it was gathered before. */
export function toggleGathered(state: OverlayState, picked: Picked): OverlayState {
  const { mode } = state;
  if (mode.name !== 'inspect') return state;
  const others = mode.gathered.filter(({ element }) => element !== picked.element);
  const gathered = others.length < mode.gathered.length ? others : [...others, picked];
  return { ...state, mode: { ...mode, gathered } };
}

export function hoverOf({ mode }: OverlayState): Hover | null {
  return mode.name === 'inspect' || mode.name === 'relink' ? mode.hover : null;
}

/** Blank text is removed. */
export function keepText(state: OverlayState, key: string, text: string): OverlayState {
  if ((state.kept.get(key) ?? '') === text) return state;
  const kept = new Map(state.kept);
  // Deleted first, so that the newest text is last.
  kept.delete(key);
  if (text.trim() !== '') kept.set(key, text);
  return { ...state, kept };
}

export const hidden: Mode = { name: 'hidden' };
const inspecting: Mode = { name: 'inspect', hover: null, gathered: [] };

function modeBefore(mode: Mode): Mode {
  return 'back' in mode && mode.back === 'inspect' ? inspecting : hidden;
}

function backOf(mode: Mode): 'hidden' | 'inspect' {
  if ('back' in mode) return mode.back;
  return mode.name === 'inspect' ? 'inspect' : 'hidden';
}

/** While a comment is being sent, nothing closes its composer. */
function isSending({ mode }: OverlayState): boolean {
  return mode.name === 'annotate' && mode.compose.sending;
}

function isSameHover(a: Hover | null, b: Hover | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.element === b.element &&
    a.component === b.component &&
    a.located === b.located &&
    a.ancestry === b.ancestry &&
    a.area === b.area &&
    a.isChosen === b.isChosen
  );
}
