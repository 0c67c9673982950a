import type { ComposeTarget } from '../state/state.ts';
import { readPageFacts } from '../window/page-facts.ts';

import type { CommandDeps } from './commands.ts';
import { pageTargetOf } from './compose-payload.ts';

type RelinkDeps = Pick<CommandDeps, 'container' | 'connection' | 'tracker'>;

/** Points the annotation at `target` and opens its thread again. */
export function relink(
  { container, connection, tracker }: RelinkDeps,
  id: string,
  target: ComposeTarget,
): void {
  if (target.kind === 'picked') tracker.remember(id, target.picked[0].element);
  connection.act(id, { type: 'relink', place: pageTargetOf(target, readPageFacts()) });
  container.dispatch({ type: 'escape' });
  container.dispatch({ type: 'thread:open', id });
}
