/** The keyboard shortcuts. Letters work in the document and on cards, and can be turned off. */
import { wholeDocument } from '@annotate-mcp/core';
import { submitKey } from '@annotate-mcp/overlay/ui';

import type { ViewStateContainer } from '../state/reducer.ts';
import { itemsOf } from '../state/select.ts';
import { isTextEditable } from '../state/state.ts';
import type { UserCommands } from '../sync/user-commands.ts';

import { type CardAction, cardActions } from './card-actions.tsx';
import { isField, isInReview } from './stray-keys.ts';

export interface ShortcutDeps {
  readonly state: ViewStateContainer;
  readonly commands: UserCommands;
  /** The anchor of the selected text, else of the block with the cursor. */
  readonly selection: () => Parameters<UserCommands['comment']>[0] | null;
  /** Puts the focus on the card, or into its first field. */
  readonly focusCard: (id: string, field: boolean) => void;
  readonly focusText: () => void;
}

interface Shortcut {
  readonly keys: readonly string[];
  readonly description: string;
  /** `KeyboardEvent.key`; without one the key is handled elsewhere and only listed here. */
  readonly on?: string;
  readonly run?: (deps: ShortcutDeps) => void;
  /** Works also where neither the document nor a card has the focus. */
  readonly anywhere?: true;
  /** Does nothing of its own on a plan, whose agent waits for the verdict. */
  readonly notOnPlan?: true;
}

const shortcuts: readonly Shortcut[] = [
  {
    keys: ['T'],
    description: 'Move to the text',
    on: 't',
    run: ({ focusText }) => focusText(),
    anywhere: true,
  },
  { keys: ['↑', '↓'], description: 'In the text: move by paragraph, with Shift select' },
  { keys: ['Shift+→'], description: 'In the text: select words, ← → move to the next ones' },
  { keys: ['H'], description: 'In the text: next heading, with Shift the previous one' },
  {
    keys: ['C'],
    description: 'Comment on the selection or the paragraph',
    on: 'c',
    run: (deps) => comment(deps, false),
  },
  {
    keys: ['S'],
    description: 'Suggest other words for the selection or the paragraph',
    on: 's',
    run: ({ selection, commands }) => withAnchor(selection, commands.suggest),
  },
  {
    keys: ['I'],
    description: 'Edit the selection or the paragraph in place',
    on: 'i',
    run: ({ selection, commands, state }) => {
      if (isTextEditable(state.get())) withAnchor(selection, commands.editPassage);
    },
    notOnPlan: true,
  },
  {
    keys: ['A'],
    description: 'Ask about the selection or the paragraph now',
    on: 'a',
    run: (deps) => comment(deps, true),
    notOnPlan: true,
  },
  {
    keys: ['W'],
    description: 'Comment on the whole document',
    on: 'w',
    run: ({ commands }) => commands.comment(wholeDocument),
  },
  { keys: ['N'], description: 'Next comment', on: 'n', run: (deps) => moveToComment(deps, 1) },
  { keys: ['P'], description: 'Previous comment', on: 'p', run: (deps) => moveToComment(deps, -1) },
  {
    keys: ['D'],
    description: 'Show or hide what changed since your last review',
    on: 'd',
    run: ({ commands }) => commands.toggleChanges(),
  },
  { keys: ['Shift+N'], description: 'Next change', on: 'N', run: ({ commands }) => commands.stepChange(1) },
  {
    keys: ['Shift+P'],
    description: 'Previous change',
    on: 'P',
    run: ({ commands }) => commands.stepChange(-1),
  },
  { keys: ['/'], description: 'Find in text and comments', on: '/', run: openSearch, anywhere: true },
  { keys: ['O'], description: 'Show or hide the outline', on: 'o', run: toggleOutline },
  { keys: ['R'], description: 'Reply', on: 'r', run: focusReply },
  ...cardActions.flatMap(shortcutOf),
  {
    keys: ['M'],
    description: 'Switch between edit and review mode',
    on: 'm',
    run: toggleMode,
    notOnPlan: true,
  },
  { keys: ['F'], description: 'Show open or all comments', on: 'f', run: toggleFilter },
  {
    keys: ['Shift+S'],
    description: 'Submit all',
    on: 'S',
    run: ({ commands }) => void commands.submitAll(),
  },
  {
    keys: ['V'],
    description: 'Finish: approve or request changes',
    on: 'v',
    run: ({ state }) => state.dispatch({ type: 'dialog', dialog: 'verdict' }),
  },
  { keys: [submitKey], description: 'In a field: add, save or reply' },
  { keys: ['Esc'], description: 'Close what was opened last' },
  {
    keys: ['?'],
    description: 'Show this list',
    on: '?',
    run: ({ state }) => state.dispatch({ type: 'dialog', dialog: 'keys' }),
    anywhere: true,
  },
];

/** Those that do something on this document. */
export function shortcutsOn({ asksVerdict }: { asksVerdict: boolean }): readonly Shortcut[] {
  return asksVerdict ? shortcuts.filter(({ notOnPlan }) => !notOnPlan) : shortcuts;
}

/** Handles key presses until the returned function is called. */
export function listenToKeys(deps: ShortcutDeps): () => void {
  const { state } = deps;
  const keyDown = (event: KeyboardEvent) => {
    if (isFindKey(event) && !state.get().finding && state.get().dialog === null) {
      // Pressed again, it is the browser's own search.
      event.preventDefault();
      openSearch(deps);
      return;
    }
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') handleEscape(deps, event);
    if (!state.get().letterKeys || isField(event.target) || state.get().dialog !== null) return;
    const shortcut = shortcuts.find(({ on }) => on === event.key);
    if (!shortcut?.run || !(shortcut.anywhere ?? isInReview(event.target))) return;
    event.preventDefault();
    shortcut.run(deps);
  };
  addEventListener('keydown', keyDown);
  return () => removeEventListener('keydown', keyDown);
}

function isFindKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  return key.toLowerCase() === 'f' && ctrlKey !== metaKey && !altKey && !shiftKey && !event.defaultPrevented;
}

function openSearch({ state }: ShortcutDeps): void {
  state.dispatch({ type: 'tool', tool: 'finding', open: true });
}

function toggleOutline({ state }: ShortcutDeps): void {
  state.dispatch({ type: 'tool', tool: 'outline', open: !state.get().outline });
}

function handleEscape({ state, commands, focusText }: ShortcutDeps, event: KeyboardEvent): void {
  const before = state.get();
  // The browser closes a modal dialog itself.
  if (before.dialog !== null) return;
  if (before.composing !== null) {
    event.preventDefault();
    commands.closeComposer();
    return;
  }
  state.dispatch({ type: 'escape' });
  if (state.get() !== before) event.preventDefault();
  if (before.active !== null && state.get().active === null) focusText();
}

function comment({ selection, commands }: ShortcutDeps, answer: boolean): void {
  withAnchor(selection, (anchor) => commands.comment(anchor, answer));
}

function withAnchor(selection: ShortcutDeps['selection'], run: UserCommands['suggest']): void {
  const anchor = selection();
  if (anchor) run(anchor);
}

/** Moves on from the comment that is open; without one it starts at the first or the last. */
function moveToComment({ state, commands, focusCard }: ShortcutDeps, by: 1 | -1): void {
  const items = itemsOf(state.get());
  const at = items.findIndex(({ id }) => id === state.get().active);
  const next = items[at === -1 ? (by === 1 ? 0 : items.length - 1) : at + by];
  if (!next) return;
  state.dispatch({ type: 'activate', id: next.id });
  if (!next.lost) commands.reveal({ commentId: next.id });
  focusCard(next.id, false);
}

function focusReply({ state, focusCard }: ShortcutDeps): void {
  const { active } = state.get();
  if (active !== null) focusCard(active, true);
}

function shortcutOf(action: CardAction): Shortcut[] {
  if (action.shortcut === undefined) return [];
  const { letter, description } = action.shortcut;
  return [
    { keys: [letter], description, on: letter.toLowerCase(), run: (deps) => runCardAction(action, deps) },
  ];
}

/** Runs the action on the open comment, if its button would be shown. */
function runCardAction(action: CardAction, { state, commands, focusCard }: ShortcutDeps): void {
  const { dispatch } = state;
  const id = state.get().active;
  if (id === null) return;
  const active = state.get().comments.get(id);
  if (active === undefined) {
    // A comment that the server does not have yet can only be written further.
    if (action.opensField) dispatch({ type: 'compose:again', id });
    return;
  }
  const context = { comment: active, state: state.get(), dispatch, commands };
  if (action.button(context) === null) return;
  action.run(context);
  if (action.opensField) focusCard(id, true);
}

function toggleMode({ state, commands }: ShortcutDeps): void {
  if (state.get().asksVerdict) return;
  const mode = state.get().mode === 'edit' ? 'review' : 'edit';
  void commands.changeReview({ type: 'mode', mode });
}

function toggleFilter({ state }: ShortcutDeps): void {
  state.dispatch({ type: 'filter', filter: state.get().filter === 'open' ? 'all' : 'open' });
}
