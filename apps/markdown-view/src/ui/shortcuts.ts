/** What keys do. Letters only while nobody types, and not at all for those who turned them off. */
import { submitKey } from '@annotate-mcp/overlay/ui';

import type { ViewStateContainer } from '../state/container.ts';
import { itemsOf } from '../state/select.ts';
import { keptKey } from '../state/state.ts';
import type { Commands } from '../sync/commands.ts';

export interface ShortcutParts {
  readonly store: ViewStateContainer;
  readonly commands: Commands;
  /** What is selected, else where the cursor of the text is. */
  readonly selection: () => Parameters<Commands['comment']>[0] | null;
  /** Puts the focus on the card, or into its first field. */
  readonly focusCard: (id: string, field: boolean) => void;
  readonly focusText: () => void;
}

interface Shortcut {
  readonly keys: readonly string[];
  readonly does: string;
  /** `KeyboardEvent.key`; without one it is done elsewhere and only listed here. */
  readonly on?: readonly string[];
  readonly run?: (parts: ShortcutParts) => void;
}

export const shortcuts: readonly Shortcut[] = [
  { keys: ['T'], does: 'Into the text', on: ['t'], run: ({ focusText }) => focusText() },
  { keys: ['↑', '↓'], does: 'There: from paragraph to paragraph, with Shift several' },
  { keys: ['H'], does: 'There: to the next heading, with Shift back' },
  {
    keys: ['C'],
    does: 'Comment on the selection or the paragraph',
    on: ['c'],
    run: (parts) => comment(parts, false),
  },
  { keys: ['A'], does: 'Ask about it now', on: ['a'], run: (parts) => comment(parts, true) },
  { keys: ['N'], does: 'Next comment', on: ['n'], run: (parts) => walk(parts, 1) },
  { keys: ['P'], does: 'Previous comment', on: ['p'], run: (parts) => walk(parts, -1) },
  { keys: ['R'], does: 'Reply', on: ['r'], run: reply },
  { keys: ['E'], does: 'Edit', on: ['e'], run: edit },
  { keys: ['X'], does: 'Resolve', on: ['x'], run: resolve },
  { keys: ['M'], does: 'Edit or review mode', on: ['m'], run: toggleMode },
  { keys: ['F'], does: 'Open or all comments', on: ['f'], run: toggleFilter },
  { keys: ['Shift+S'], does: 'Submit all', on: ['S'], run: ({ commands }) => void commands.submitAll() },
  { keys: [submitKey], does: 'Add, save or reply, in a field' },
  { keys: ['Esc'], does: 'One step back' },
  {
    keys: ['?'],
    does: 'This list',
    on: ['?'],
    run: ({ store }) => store.dispatch({ type: 'dialog', dialog: 'keys' }),
  },
];

/** Until the returned function is called. */
export function listenToKeys(parts: ShortcutParts): () => void {
  const keyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') escape(parts, event);
    if (!parts.store.get().letterKeys || isField(event.target) || parts.store.get().dialog !== null) return;
    const shortcut = shortcuts.find(({ on }) => on?.includes(event.key));
    if (!shortcut?.run) return;
    event.preventDefault();
    shortcut.run(parts);
  };
  addEventListener('keydown', keyDown);
  return () => removeEventListener('keydown', keyDown);
}

function escape({ store, commands, focusText }: ShortcutParts, event: KeyboardEvent): void {
  // A modal dialog closes by the browser's own word for it.
  if (store.get().dialog !== null) return;
  const { composing, active } = store.get();
  if (composing !== null) {
    event.preventDefault();
    commands.closeComposer();
    return;
  }
  const before = store.get();
  store.dispatch({ type: 'escape' });
  if (store.get() !== before) event.preventDefault();
  if (active !== null && store.get().active === null) focusText();
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

function comment({ selection, commands }: ShortcutParts, answer: boolean): void {
  const anchor = selection();
  if (anchor) commands.comment(anchor, answer);
}

/** From the one that is unfolded, else from the first. */
function walk({ store, commands, focusCard }: ShortcutParts, by: 1 | -1): void {
  const items = itemsOf(store.get());
  const at = items.findIndex(({ id }) => id === store.get().active);
  const next = items[at === -1 ? (by === 1 ? 0 : items.length - 1) : at + by];
  if (!next) return;
  store.dispatch({ type: 'activate', id: next.id });
  if (!next.lost) commands.reveal({ commentId: next.id });
  focusCard(next.id, false);
}

function reply({ store, focusCard }: ShortcutParts): void {
  const { active } = store.get();
  if (active !== null) focusCard(active, true);
}

function edit({ store, commands, focusCard }: ShortcutParts): void {
  const id = store.get().active;
  if (id === null) return;
  const active = store.get().comments.get(id);
  if (active === undefined || active.status === 'draft') store.dispatch({ type: 'compose:again', id });
  if (active?.status !== 'pending') return;
  commands.keep(keptKey('edit', active.id), active.annotationText);
  focusCard(active.id, true);
}

function resolve({ store, commands }: ShortcutParts): void {
  const id = store.get().active;
  const status = id === null ? undefined : store.get().comments.get(id)?.status;
  if (id !== null && (status === 'pending' || status === 'acknowledged'))
    void commands.change(id, { type: 'resolve' });
}

function toggleMode({ store, commands }: ShortcutParts): void {
  const mode = store.get().mode === 'edit' ? 'review' : 'edit';
  void commands.changeReview({ type: 'mode', mode });
}

function toggleFilter({ store }: ShortcutParts): void {
  store.dispatch({ type: 'filter', filter: store.get().filter === 'open' ? 'all' : 'open' });
}
