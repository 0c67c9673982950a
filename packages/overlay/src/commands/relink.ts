import type { Subject } from '../state/state.ts';
import { readPageFacts } from '../window/page-facts.ts';

import type { CommandDeps } from './command-deps.ts';
import { placeOfSubject } from './compose-payload.ts';

type RelinkDeps = Pick<CommandDeps, 'store' | 'connection' | 'markers'>;

/** Makes `subject` the target of the annotation and opens its thread again. */
export function relink({ store, connection, markers }: RelinkDeps, id: string, subject: Subject): void {
  if (subject.kind === 'picked') markers.remember(id, subject.picked[0].host);
  connection.relink(id, placeOfSubject(subject, readPageFacts()));
  store.dispatch({ type: 'escape' });
  store.dispatch({ type: 'thread:open', id });
}
