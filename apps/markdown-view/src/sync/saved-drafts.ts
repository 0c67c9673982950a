import type { ViewStateContainer } from '../state/container.ts';
import { keptKey } from '../state/state.ts';

import type { DraftEvents, Drafts } from './drafts.ts';
import type { Shelf } from './shelf.ts';
import { dropIfSaved } from './writing.ts';

export function draftEvents(store: ViewStateContainer, shelf: Shelf, drafts: () => Drafts): DraftEvents {
  return {
    onSaved(comment, { id }) {
      if (comment) store.dispatch({ type: 'comments', changed: [comment] });
      dropIfSaved({ store, drafts: drafts() }, id);
    },
    onTooLate: (input) => asEdit(store, shelf, input),
    onUnsaved: (count) => store.dispatch({ type: 'unsaved', count }),
  };
}

/** What an earlier copy of the view could not bring to the server. After the first word from it, which says what became of each. */
export function restore(store: ViewStateContainer, shelf: Shelf, drafts: Drafts): void {
  for (const [key, text] of shelf.kept()) store.dispatch({ type: 'keep', key, text });
  for (const input of shelf.comments()) {
    const known = store.get().comments.get(input.id);
    if (known && known.status !== 'draft') {
      shelf.remove(input.id);
      if (known.annotationText !== input.text) asEdit(store, shelf, input);
    } else {
      const writing = { anchor: input.anchor, text: input.text, before: null, answer: false };
      store.dispatch({ type: 'writing:restore', writing: new Map([[input.id, writing]]) });
      drafts.write(input);
    }
  }
}

/** It was sent meanwhile, with an earlier text: the newer one waits in its field for somebody to decide. */
function asEdit(store: ViewStateContainer, shelf: Shelf, { id, text }: { id: string; text: string }): void {
  const key = keptKey('edit', id);
  store.dispatch({ type: 'writing:drop', ids: [id] });
  if (store.get().comments.get(id)?.annotationText === text) return;
  store.dispatch({ type: 'keep', key, text });
  shelf.keep(key, text);
}
