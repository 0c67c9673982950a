import type { Subject } from '../state/state.ts';
import { readPageFacts } from '../window/page-facts.ts';

import type { CommandDeps } from './command-deps.ts';
import { placeOfSubject } from './compose-payload.ts';

type RelinkDeps = Pick<CommandDeps, 'container' | 'connection' | 'tracker'>;

/** Makes `subject` the target of the annotation and opens its thread again. */
export function relink({ container, connection, tracker }: RelinkDeps, id: string, subject: Subject): void {
  if (subject.kind === 'picked') tracker.remember(id, subject.picked[0].element);
  connection.relink(id, placeOfSubject(subject, readPageFacts()));
  container.dispatch({ type: 'escape' });
  container.dispatch({ type: 'thread:open', id });
}
