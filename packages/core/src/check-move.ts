import type { Annotation } from './annotation.ts';
import { type Actor, lifecycle, type MoveName, type Role, type Rule } from './lifecycle.ts';
import { notAllowedError, wrongStatusError } from './move-errors.ts';

/** Throws when this actor may not make this move, or not now. */
export function checkMove(move: MoveName, annotation: Annotation, by: Actor): void {
  const rule: Rule = lifecycle[move];
  if (!rule.from.includes(annotation.status)) throw wrongStatusError(move, annotation, rule, by);
  if (!rolesOf(by, annotation).some((role) => rule.by.includes(role)))
    throw notAllowedError(move, annotation, rule, by);
}

function rolesOf(actor: Actor, annotation: Annotation): Role[] {
  const held = annotation.status === 'acknowledged';
  const unclaimed: Role[] = held ? [] : ['anyone-while-unclaimed'];
  switch (actor.type) {
    case 'system':
      return ['system'];
    case 'person':
      return actor.authorId === annotation.authorId
        ? ['person', 'author', ...unclaimed]
        : ['person', ...unclaimed];
    case 'agent':
      return held && annotation.claim.agentId === actor.agentId
        ? ['agent', 'holder']
        : ['agent', ...unclaimed];
  }
}
