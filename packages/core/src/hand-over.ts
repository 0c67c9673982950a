/** Who may give an annotation to another agent than the one that had it, when, and whose it is then. */
import { isSameName } from './addressee.ts';
import { type Annotation, isSettled } from './annotation.ts';
import { awaitsApply } from './apply-holder.ts';
import { checkMove } from './check-move.ts';
import { isApart } from './edit-of.ts';
import { AnnotateError } from './errors.ts';
import type { Actor } from './lifecycle.ts';
import { withoutProof, withState } from './move-state.ts';
import { lastAgentOf, withAttempt } from './tried.ts';

/**
 * Takes it from the agent that has or had it, and keeps what that one tried for the next. `to` is the name of another
 * agent; `null` leaves it to every agent but those that it was taken from.
 */
export function handOver(annotation: Annotation, by: Actor, at: Date, to: string | null): Annotation {
  checkMove('handOver', annotation, by);
  if (!canBeHandedOver(annotation)) throw nothingToHandOverError(annotation);
  const from = lastAgentOf(annotation);
  if (from !== null && to !== null && isSameName(from, to)) throw sameAgentError(annotation, from);
  const { assignee: _, handedFrom = [], ...rest } = withoutProof(withAttempt(annotation, at));
  const others = [...handedFrom, ...(from === null ? [] : [from])].filter((name) => !isNamed(name, to));
  const taken = [...new Set(others)].slice(-mostTaken);
  return {
    ...withState(rest, { status: 'pending' }, at),
    ...(taken.length > 0 && { handedFrom: taken }),
    ...(to !== null && { assignee: { type: 'agent', name: to } }),
  };
}

const mostTaken = 20;

function isNamed(name: string, to: string | null): boolean {
  return to !== null && isSameName(name, to);
}

/** An agent has had it, and the person has neither accepted nor withdrawn it, nor to decide first whether a result is applied. */
export function canBeHandedOver(annotation: Annotation): boolean {
  if (isSettled(annotation) || isApart(annotation) || annotation.origin === 'repository') return false;
  // The person answers its question instead.
  if (awaitsApply(annotation)) return false;
  return annotation.status === 'resolved' || lastAgentOf(annotation) !== null;
}

function nothingToHandOverError({ id }: Annotation): AnnotateError {
  return new AnnotateError(
    'lifecycle/not-allowed',
    `Annotation ${id} cannot be handed over now; nothing was changed.`,
    {
      hint: 'It can be when an agent has had it, before it is accepted, and when no result waits to be applied. Before that, assign it.',
    },
  );
}

function sameAgentError({ id }: Annotation, agentName: string): AnnotateError {
  return new AnnotateError(
    'lifecycle/not-allowed',
    `Annotation ${id} cannot be handed over to ${agentName}, which has it or had it last.`,
    { hint: 'Name another agent, or send it again.' },
  );
}
