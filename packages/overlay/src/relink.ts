import { placeOfSubject } from './compose-payload.ts';
import type { ModeParts } from './follow-modes.ts';
import { readPageFacts } from './page-facts.ts';
import type { Subject } from './state/state.ts';

/** The annotation is about this from now on, and its thread is open again. */
export function relink({ store, connection, markers }: ModeParts, id: string, subject: Subject): void {
  if (subject.kind === 'picked') markers.remember(id, subject.picked[0].host);
  connection.relink(id, placeOfSubject(subject, readPageFacts()));
  store.dispatch({ type: 'escape' });
  store.dispatch({ type: 'thread:open', id });
}
