import { placeOfSubject } from './compose-payload.ts';
import type { ModeParts } from './follow-modes.ts';
import { readPageFacts } from './page-facts.ts';
import type { Picked } from './state/state.ts';

/** The annotation is about this from now on, and its thread is open again. */
export function relink({ store, connection, markers }: ModeParts, id: string, picked: Picked): void {
  markers.remember(id, picked.host);
  connection.relink(id, placeOfSubject({ kind: 'picked', picked: [picked] }, readPageFacts()));
  store.dispatch({ type: 'escape' });
  store.dispatch({ type: 'thread:open', id });
}
