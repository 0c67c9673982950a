import type { CommentInput } from '@annotate-mcp/markdown';

import { itemOf } from '../state/select.ts';
import type { ViewState } from '../state/state.ts';

import type { Commands, Parts } from './commands.ts';

type Writing = Pick<Commands, 'comment' | 'write' | 'closeComposer' | 'cancelWriting' | 'keep'>;

/** From the first letter on it is a draft on the server; closing is only about the screen. */
export function writing(parts: Parts): Writing {
  const { store, drafts, shelf } = parts;
  const { dispatch } = store;
  return {
    comment(anchor, answer = false) {
      const same = emptyAt(store.get(), anchor.char_start, anchor.char_end);
      dispatch({ type: 'compose', id: same ?? parts.newId(), anchor, answer });
    },
    write(id, text) {
      dispatch({ type: 'compose:text', id, text });
      const input = inputOf(store.get(), id);
      if (input) drafts.write(input);
    },
    closeComposer() {
      const { composing } = store.get();
      if (composing === null) return;
      if (inputOf(store.get(), composing) === null) void cancelWriting(parts, composing);
      else {
        dispatch({ type: 'compose:close' });
        dropIfSaved(parts, composing);
      }
    },
    cancelWriting: (id) => cancelWriting(parts, id),
    keep(key, text) {
      dispatch({ type: 'keep', key, text });
      shelf.keep(key, text);
    },
  };
}

/** As it is handed in; `null` while there is nothing to say. */
export function inputOf(state: ViewState, id: string): CommentInput | null {
  const item = itemOf(state, id);
  const text = item?.writing?.text ?? item?.comment?.annotationText ?? '';
  return item && text.trim() !== '' ? { id, text, anchor: item.anchor } : null;
}

/** Once the server has it and nobody writes, the server's copy is the one to show. */
export function dropIfSaved({ store, drafts }: Pick<Parts, 'store' | 'drafts'>, id: string): void {
  const { composing, comments } = store.get();
  if (composing !== id && comments.has(id) && !drafts.has(id))
    store.dispatch({ type: 'writing:drop', ids: [id] });
}

async function cancelWriting(parts: Parts, id: string): Promise<void> {
  const { store, drafts, server, notify } = parts;
  const item = itemOf(store.get(), id);
  const before = item?.writing?.before ?? null;
  store.dispatch({ type: 'writing:drop', ids: [id] });
  await drafts.forget([id]);
  if (before !== null && item) drafts.write({ id, text: before, anchor: item.anchor });
  if (before !== null || !store.get().comments.has(id)) return;
  try {
    await server.changeComment({ id, change: { type: 'delete' } });
    store.dispatch({ type: 'comments', changed: [], removed: [id] });
  } catch (error) {
    notify.problem('It is still in your batch.', error);
  }
}

/** Somebody who opens the composer twice at the same place means the same comment. */
function emptyAt(state: ViewState, start: number, end: number): string | null {
  for (const [id, { anchor, text }] of state.writing)
    if (text.trim() === '' && anchor.char_start === start && anchor.char_end === end) return id;
  return null;
}
