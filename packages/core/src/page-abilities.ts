/** What pages may do, for the hub that says it and the page that offers nothing else. */
import type { Annotation } from './annotation.ts';
import { canMove } from './check-move.ts';
import type { Actor } from './lifecycle.ts';
import { type PageActionName, pageActions } from './page-actions.ts';
import { isOpen } from './status.ts';

/** What a page may do at all: to write annotations, and each action on one. */
export type PageAbility = 'create' | PageActionName;

export const pageAbilities: readonly PageAbility[] = [
  'create',
  // `keyof` of this table is what its type says.
  ...(Object.keys(pageActions) as PageActionName[]),
];

/** Whether the person may make this action on the annotation in its status: what is not allowed is not offered. */
export function canDo(name: PageActionName, annotation: Annotation, by: Actor): boolean {
  const isWithdrawn = name === 'delete' && isOpen(annotation);
  return canMove(isWithdrawn ? 'withdraw' : name, annotation, by);
}
