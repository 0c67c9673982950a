/** Applies actions to the state. Pure; an action that changes nothing returns the same state. */
import type { Action } from './actions.ts';
import type { OverlayConfig } from './config.ts';
import { defaultKeys } from './config.ts';
import { mayAtAll } from './may.ts';
import type { Remembered } from './memory.ts';
import {
  changeComposer,
  closeThread,
  finishComposer,
  toggleGathered,
  hidden,
  hoverOf,
  keepText,
  openComposer,
  openThread,
  setHover,
  startRelink,
  stepBack,
  toggleInspect,
  typeComment,
} from './modes.ts';
import type { AgentWork, Me, OverlayState, Panel, Settings } from './state.ts';
import { targetKey } from './target-key.ts';

export { canStepBack } from './modes.ts';

const noWork: AgentWork = { works: [], questions: [], canStart: false };

const unknownMe: Me = { id: '', name: null, isNamed: true, local: true, may: null };

export function initialState(
  config: OverlayConfig,
  pageUrl: string,
  remembered: Remembered = {},
): OverlayState {
  return {
    mode: hidden,
    bar: false,
    panel: remembered.panel ?? null,
    connection: 'connecting',
    storeProblem: null,
    agents: [],
    me: unknownMe,
    present: [],
    seen: null,
    otherSaw: 0,
    work: noWork,
    annotations: new Map(),
    rest: null,
    unsent: new Set(),
    kept: remembered.kept ?? new Map<string, string>(),
    frozen: false,
    notice: null,
    settings: {
      theme: remembered.theme ?? config.theme ?? 'auto',
      keys: { ...defaultKeys, ...config.keys },
      corner: remembered.corner ?? 'bottom-right',
      hideBadges: remembered.hideBadges ?? false,
      notifications: remembered.notifications ?? false,
    },
    pageUrl,
    review: config.review ?? false,
    pinned: false,
    lost: new Set(),
  };
}

export function reduce(state: OverlayState, action: Action): OverlayState {
  switch (action.type) {
    case 'inspect:toggle':
      return mayAtAll(state, 'create') ? toggleInspect(state) : refuseToWrite(state);
    case 'escape':
      return stepBack(state);
    case 'hover':
      return setHover(state, action.hover);
    case 'hover:located':
      return addLocated(state, action);
    case 'pin:toggle':
      return { ...state, pinned: !state.pinned };
    case 'gather':
      return toggleGathered(state, action.picked);
    case 'compose:open':
      return mayAtAll(state, 'create') ? openComposer(state, action.target) : refuseToWrite(state);
    case 'compose:text':
      return typeComment(state, action.text);
    case 'compose:attach':
      return changeComposer(state, { [action.what]: action.on });
    case 'compose:steps':
      return changeComposer(state, { steps: action.steps });
    case 'compose:change':
      return changeComposer(state, action.change);
    case 'compose:sending':
      return changeComposer(state, { sending: true, problem: null });
    case 'compose:failed':
      return changeComposer(state, { sending: false, problem: action.problem });
    case 'compose:done':
      return finishComposer(state);
    case 'thread:open':
      return openThread(state, action.id);
    case 'thread:close':
      return closeThread(state);
    case 'reply:text':
      return keepText(state, action.id, action.text);
    case 'keep':
      return restoreText(state, action.key, action.text);
    case 'relink:start':
      return startRelink(state, action.id);
    case 'bar:toggle':
      return { ...state, bar: !state.bar };
    case 'panel:toggle':
      return { ...state, panel: state.panel === null ? firstPanel : null };
    case 'panel:tab':
      return changePanel(state, { tab: action.tab, selected: null });
    case 'panel:filter':
      return changePanel(state, { filter: action.filter, selected: null });
    case 'panel:select':
      return changePanel(state, { selected: action.id });
    case 'setting:theme':
      return changeSettings(state, { theme: action.theme });
    case 'setting:corner':
      return changeSettings(state, { corner: action.corner });
    case 'setting:badges':
      return changeSettings(state, { hideBadges: action.hidden });
    case 'setting:notifications':
      return changeSettings(state, { notifications: action.on });
    case 'freeze':
      return change(state, { frozen: action.on });
    case 'notice':
      return change(state, { notice: action.notice });
    case 'connection':
      return change(state, { connection: action.state });
    case 'store:problem':
      return change(state, { storeProblem: action.problem });
    case 'me':
      return change(state, { me: action.me });
    case 'present':
      return change(state, { present: action.people });
    case 'seen':
      return change(state, { seen: action.seen });
    case 'thread:seen':
      return noteSeen(state, action);
    case 'agents':
      return setAgents(state, action.agents);
    case 'work':
      return change(state, { work: action.work });
    case 'annotations':
      return setAnnotations(state, action);
    case 'navigated':
      return navigate(state, action.url);
    case 'lost':
      return isSameSet(state.lost, action.ids) ? state : { ...state, lost: action.ids };
  }
}

type ActionOf<Type extends Action['type']> = Extract<Action, { type: Type }>;

function noteSeen(state: OverlayState, { id, authorId }: ActionOf<'thread:seen'>): OverlayState {
  const { mode, me, otherSaw } = state;
  const isNews = mode.name === 'thread' && mode.id === id && authorId !== me.id;
  return isNews ? { ...state, otherSaw: otherSaw + 1 } : state;
}

/** The location may arrive after the pointer has moved on. */
function addLocated(state: OverlayState, { element, located }: ActionOf<'hover:located'>): OverlayState {
  const hover = hoverOf(state);
  return hover?.element === element ? setHover(state, { ...hover, located }) : state;
}

/** A button can be left out, a key or a selection cannot: they say why nothing happens. */
function refuseToWrite(state: OverlayState): OverlayState {
  const text = 'You may read the comments here, but not write any.';
  return { ...state, notice: { id: noticeId(state), tone: 'info', text } };
}

/** notify.ts uses positive ids, so negative ids are unique. */
function noticeId({ notice }: OverlayState): number {
  return Math.min(0, notice?.id ?? 0) - 1;
}

/** Restores refused text behind what has been typed there since, also in the open composer. */
function restoreText(state: OverlayState, key: string, text: string): OverlayState {
  const { mode, pageUrl } = state;
  const typed = state.kept.get(key);
  const both = typed === undefined || typed === text ? text : `${typed}\n\n${text}`;
  const isOpen = mode.name === 'annotate' && targetKey(mode.compose.target, pageUrl) === key;
  return keepText(isOpen ? changeComposer(state, { text: both }) : state, key, both);
}

const firstPanel: Panel = { tab: 'page', filter: 'open', selected: null };

function changePanel(state: OverlayState, changes: Partial<Panel>): OverlayState {
  return state.panel === null ? state : change(state, { panel: withChanges(state.panel, changes) });
}

function changeSettings(state: OverlayState, changes: Partial<Settings>): OverlayState {
  return change(state, { settings: withChanges(state.settings, changes) });
}

function setAnnotations(state: OverlayState, action: ActionOf<'annotations'>): OverlayState {
  const annotations = isSameMap(state.annotations, action.annotations)
    ? state.annotations
    : action.annotations;
  const unsent = isSameSet(state.unsent, action.unsent) ? state.unsent : action.unsent;
  return closeRemoved(change(state, { annotations, unsent, rest: action.rest ?? null }));
}

function closeRemoved(state: OverlayState): OverlayState {
  const { annotations, mode, panel } = state;
  const selected = panel?.selected ?? null;
  const listed =
    selected === null || annotations.has(selected) ? state : changePanel(state, { selected: null });
  if (!('id' in mode) || annotations.has(mode.id)) return listed;
  const left = mode.name === 'thread' ? closeThread(listed) : { ...listed, mode: hidden };
  return {
    ...left,
    notice: { id: noticeId(state), tone: 'info', text: 'This comment was deleted.' },
  };
}

/** The text of the open composer moves to the new page, because it will be sent from there. */
function navigate(state: OverlayState, url: string): OverlayState {
  const { mode, pageUrl } = state;
  if (url === pageUrl) return state;
  const arrived: OverlayState = { ...setHover(state, null), pageUrl: url, lost: new Set() };
  if (mode.name !== 'annotate') return arrived;
  const { target, text } = mode.compose;
  return keepText(keepText(arrived, targetKey(target, pageUrl), ''), targetKey(target, url), text);
}

function setAgents(state: OverlayState, agents: OverlayState['agents']): OverlayState {
  const isOutdated = state.notice?.sent !== undefined && !agents.length !== !state.agents.length;
  return change(state, { agents, ...(isOutdated && { notice: null }) });
}

function change(state: OverlayState, changes: Partial<OverlayState>): OverlayState {
  return withChanges(state, changes);
}

function withChanges<T extends object>(before: T, changes: Partial<T>): T {
  const same = (Object.keys(changes) as (keyof T)[]).every((field) => before[field] === changes[field]);
  return same ? before : { ...before, ...changes };
}

function isSameMap<K, V>(a: ReadonlyMap<K, V>, b: ReadonlyMap<K, V>): boolean {
  return a === b || (a.size === b.size && [...a].every(([key, value]) => b.get(key) === value));
}

function isSameSet<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  return a === b || (a.size === b.size && [...a].every((item) => b.has(item)));
}
