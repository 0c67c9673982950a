/** How each action changes the state, and the container that holds it. */
import type { MarkdownComment, ViewCommand, ViewSnapshot } from '@annotate-mcp/markdown';
import { createStateContainer, type StateContainer } from '@annotate-mcp/overlay/ui';

import type { Action } from './actions.ts';
import { type ChangesState, reduceChanges, withoutFound } from './changes.ts';
import { initialState, type ViewState, type Writing } from './state.ts';
import { followTextFix } from './text-fix.ts';
import { contentOf, ownWords, sourceOf, writtenContent } from './written.ts';

export type ViewStateContainer = StateContainer<ViewState, Action>;

export function createViewState(initial: ViewState = initialState): ViewStateContainer {
  return createStateContainer(initial, reduce);
}

export function reduce(state: ViewState, action: Action): ViewState {
  switch (action.type) {
    case 'server:update':
      return withServerUpdate(state, action);
    case 'comments':
      return withComments(state, action.changed, action.removed ?? []);
    case 'review':
      return { ...state, mode: action.mode, mirror: action.mirror, file: action.file };
    case 'busy':
      return { ...state, busy: withMember(state.busy, action.id, action.on) };
    case 'hostContext':
      return { ...state, hostContext: action.hostContext };
    case 'connection':
      return { ...state, connection: action.connection };
    case 'unsaved':
      return { ...state, unsaved: action.count };
    case 'notice':
      return { ...state, notice: action.notice };
    case 'submitting':
      return { ...state, submitting: action.on };
    default:
      return withGesture(state, action);
  }
}

type Gesture = Exclude<
  Action,
  {
    type:
      | 'server:update'
      | 'comments'
      | 'review'
      | 'busy'
      | 'hostContext'
      | 'connection'
      | 'unsaved'
      | 'notice'
      | 'submitting';
  }
>;

/** What the person does in the view. */
function withGesture(state: ViewState, action: Gesture): ViewState {
  switch (action.type) {
    case 'select':
      return { ...state, selection: action.anchor };
    case 'compose':
    case 'compose:again':
    case 'compose:text':
    case 'compose:replacement':
    case 'compose:pictures':
      return withWriting(state, action);
    case 'compose:close':
      return withComposerClosed(state);
    case 'writing:restore':
      return { ...state, writing: new Map([...action.writing, ...state.writing]) };
    case 'writing:drop':
      return withoutWriting(state, action.ids);
    case 'field:text':
      return { ...state, fieldTexts: withEntry(state.fieldTexts, action.key, action.text) };
    case 'activate':
      return withActive(state, action.id);
    case 'applied':
      return { ...state, applied: action.applied };
    case 'fix':
      return { ...state, textFix: action.fix };
    case 'filter':
      return { ...state, filter: action.filter };
    case 'relink':
      return { ...state, relinking: action.id, sheet: action.id === null && state.sheet };
    case 'dialog':
      return { ...state, dialog: action.dialog };
    case 'sheet':
      return { ...state, sheet: action.open };
    case 'letterKeys':
      return { ...state, letterKeys: action.on };
    case 'changes:found':
    case 'changes:show':
    case 'changes:step':
      return withChanges(state, reduceChanges(state.changes, action));
    case 'tool':
      return { ...state, [action.tool]: action.open };
    case 'escape':
      return withEscape(state);
  }
}

function withChanges(state: ViewState, changes: ChangesState): ViewState {
  return changes === state.changes ? state : { ...state, changes };
}

function withServerUpdate(
  state: ViewState,
  { snapshot, commands, text }: Action & { type: 'server:update' },
): ViewState {
  const base = snapshot ? withSnapshot(state, snapshot) : state;
  const updated = commands.reduce(withViewCommand, base);
  if (text === null) return updated;
  const textFix = updated.textFix && followTextFix(updated.textFix, text.text);
  const changes = text.text === state.text ? state.changes : withoutFound(state.changes);
  const { text: now, fileMeta: file } = text;
  return { ...updated, textFix, text: now, textSha: file.sha, file, changes };
}

function withSnapshot(state: ViewState, snapshot: ViewSnapshot): ViewState {
  const { fileMeta: file, comments, ...others } = snapshot;
  const known = new Map(comments.map((comment) => [comment.id, comment]));
  return withoutStaleIds({ ...state, ...others, file, comments: known });
}

function withViewCommand(state: ViewState, command: ViewCommand): ViewState {
  switch (command.type) {
    case 'mode':
      return { ...state, mode: command.mode };
    case 'mirror':
      return { ...state, mirror: command.mirror };
    case 'comments':
      return withComments(state, command.changed, command.removed);
    case 'reviewed':
      return { ...state, reviewedSha: command.reviewedSha };
    case 'problem':
      return { ...state, problem: command.problem };
    case 'listening':
      return { ...state, listening: command.listening };
    case 'file':
      return { ...state, file: command.fileMeta };
    case 'verdict':
      return { ...state, verdict: command.verdict };
    case 'scroll_to':
    case 'highlight':
    case 'picture':
      return state;
  }
}

function withComments(
  state: ViewState,
  changed: readonly MarkdownComment[],
  removed: readonly string[],
): ViewState {
  const comments = new Map(state.comments);
  for (const comment of changed)
    // The answer of a call and the poll can arrive in any order; the older copy is ignored.
    if ((comments.get(comment.id)?.updatedAt ?? '') <= comment.updatedAt) comments.set(comment.id, comment);
  for (const id of removed) comments.delete(id);
  return withoutStaleIds({ ...state, comments });
}

/** Clears references to comments that no longer exist. */
function withoutStaleIds(state: ViewState): ViewState {
  const has = (id: string | null) => id !== null && (state.comments.has(id) || state.writing.has(id));
  return {
    ...state,
    active: has(state.active) ? state.active : null,
    relinking: has(state.relinking) ? state.relinking : null,
    composing: has(state.composing) ? state.composing : null,
  };
}

type Compose = Extract<
  Action,
  { type: 'compose' | 'compose:again' | 'compose:text' | 'compose:replacement' | 'compose:pictures' }
>;

function withWriting(state: ViewState, action: Compose): ViewState {
  const { id } = action;
  const write = (writing: Writing): ViewState => ({
    ...state,
    writing: withEntry(state.writing, id, writing),
    composing: id,
    active: id,
  });
  if (action.type === 'compose') {
    const { anchor, answer, suggest = false } = action;
    const replacement = suggest ? { replacement: sourceOf(anchor.quote) } : {};
    return { ...write({ anchor, answer, text: '', before: null, ...replacement }), relinking: null };
  }
  const begun = state.writing.get(id);
  const draft = state.comments.get(id);
  const reopened = draft?.status === 'draft' ? writingOf(draft) : null;
  if (action.type === 'compose:text') return begun ? write({ ...begun, text: action.text }) : state;
  if (action.type === 'compose:replacement')
    return begun ? write(withReplacement(begun, action.replacement)) : state;
  if (action.type === 'compose:pictures') {
    // A picture may arrive after the composer was closed, and opens nothing.
    const writing = begun ?? reopened;
    if (writing === null) return state;
    const pictures = action.change(writing.pictures ?? []);
    return { ...state, writing: withEntry(state.writing, id, { ...writing, pictures }) };
  }
  if (begun) return state.composing === id ? state : { ...state, composing: id, active: id };
  return reopened === null ? state : write(reopened);
}

function withReplacement({ replacement: _before, ...rest }: Writing, replacement: string | null): Writing {
  return replacement === null ? rest : { ...rest, replacement };
}

/** A draft that is opened again. */
function writingOf(draft: MarkdownComment): Writing {
  const { anchor, suggestion, pictures } = draft;
  const text = ownWords(contentOf(draft));
  const { replacement } = suggestion ?? {};
  const suggested = replacement === undefined ? {} : { replacement, replacementBefore: replacement };
  const pictured = pictures === undefined ? {} : { pictures, picturesBefore: pictures };
  return { anchor, text, before: text, answer: false, ...suggested, ...pictured };
}

function withComposerClosed(state: ViewState): ViewState {
  const { composing, writing } = state;
  if (composing === null) return state;
  const written = writing.get(composing);
  const blank = written === undefined || writtenContent(written) === null;
  const closed = { ...state, composing: null };
  return blank && !state.comments.has(composing) ? withoutWriting(closed, [composing]) : closed;
}

function withoutWriting(state: ViewState, ids: readonly string[]): ViewState {
  const writing = new Map(state.writing);
  for (const id of ids) writing.delete(id);
  const composing = state.composing !== null && ids.includes(state.composing) ? null : state.composing;
  return withoutStaleIds({ ...state, writing, composing });
}

/** Opens another comment; a composer that is open for a different one is closed. */
function withActive(state: ViewState, id: string | null): ViewState {
  if (state.active === id) return state;
  const closed = state.composing !== null && state.composing !== id ? withComposerClosed(state) : state;
  return { ...closed, active: id };
}

function withEscape(state: ViewState): ViewState {
  if (state.dialog !== null) return { ...state, dialog: null };
  if (state.relinking !== null) return { ...state, relinking: null };
  if (state.textFix !== null) return { ...state, textFix: null };
  if (state.composing !== null) return withComposerClosed(state);
  // Before the notice, which disappears without a key: Escape in a reply is meant for the reply.
  if (state.active !== null) return { ...state, active: null };
  if (state.notice !== null) return { ...state, notice: null };
  return state.sheet ? { ...state, sheet: false } : state;
}

function withEntry<T>(entries: ReadonlyMap<string, T>, key: string, value: T | null): ReadonlyMap<string, T> {
  const next = new Map(entries);
  if (value === null) next.delete(key);
  else next.set(key, value);
  return next;
}

function withMember(ids: ReadonlySet<string>, id: string, on: boolean): ReadonlySet<string> {
  const next = new Set(ids);
  if (on) next.add(id);
  else next.delete(id);
  return next;
}
