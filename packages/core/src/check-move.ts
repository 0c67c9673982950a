import type { Annotation } from './annotation.ts';
import { type Actor, lifecycle, type MoveName, type Role, type Rule } from './lifecycle.ts';
import { notAllowedError, wrongStatusError } from './move-errors.ts';

/** Throws when this actor may not make this move, or not now. */
export function checkMove(move: MoveName, annotation: Annotation, by: Actor): void {
  const rule: Rule = lifecycle[move];
  if (!rule.from.includes(annotation.status)) throw wrongStatusError(move, annotation, rule, by);
  if (!hasRole(rule, annotation, by)) throw notAllowedError(move, annotation, rule, by);
}

/** Whether this actor may make this move now. */
export function canMove(move: MoveName, annotation: Annotation, by: Actor): boolean {
  const rule: Rule = lifecycle[move];
  return rule.from.includes(annotation.status) && hasRole(rule, annotation, by);
}

function hasRole(rule: Rule, annotation: Annotation, by: Actor): boolean {
  return rolesOf(by, annotation).some((role) => rule.by.includes(role));
}

function rolesOf(actor: Actor, annotation: Annotation): Role[] {
  const held = annotation.status === 'acknowledged';
  const unclaimed: Role[] = held ? [] : ['anyone-while-unclaimed'];
  switch (actor.type) {
    case 'system':
      return ['system'];
    case 'person':
      return actor.authorId === annotation.authorId || actor.forAuthor === true
        ? ['person', 'author', ...unclaimed]
        : ['person', ...unclaimed];
    case 'agent':
      return held && annotation.claim.agentId === actor.agentId
        ? ['agent', 'holder']
        : ['agent', ...unclaimed];
  }
}
