/** Whose turn it is: every annotation that is sent and not settled is with an agent or with the person. */
import { type Annotation, isSettled, isStoppedOrUndone, type Reply } from './annotation.ts';
import { awaitsApply } from './apply-holder.ts';
import { isHandedFrom } from './assignment.ts';
import { hasFailed } from './proof/outcome.ts';

/**
 * What the person does next. `answer`: an agent has asked or told them something. `send`: no agent works on it any more.
 * `decide`: it is not done, or will not be. `accept`: an agent says that it is done, and nothing says otherwise.
 */
export type Turn = 'answer' | 'send' | 'decide' | 'accept';

/** `null` while an agent has to act, or there is nothing to do. What an agent asks before it goes on is not part of the annotation. */
export function turnOf(annotation: Annotation): Turn | null {
  switch (annotation.status) {
    case 'draft':
      return null;
    case 'pending':
      if (annotation.origin === 'repository') return null;
      if (isStoppedOrUndone(annotation) || hasEndedSilently(annotation)) return 'send';
      return annotation.answeredAt === undefined ? null : 'answer';
    case 'acknowledged':
      return asksBack(annotation) ? 'answer' : null;
    case 'resolved':
      if (isSettled(annotation)) return null;
      return hasFailed(annotation) || annotation.changedSince === true ? 'decide' : 'accept';
    case 'dismissed':
      return isSettled(annotation) ? null : 'decide';
  }
}

/** An agent that was started here has ended and said nothing, and nothing was done about the annotation since. */
export function hasEndedSilently(annotation: Annotation): boolean {
  const run = annotation.runs?.at(-1);
  if (annotation.status !== 'pending' || annotation.answeredAt !== undefined) return false;
  // Given to another agent, it waits for that one, although the first was stopped by it.
  if (run === undefined || isHandedFrom(annotation, run.agentName)) return false;
  return run.endedAt >= annotation.updatedAt;
}

/** The agent that has it has asked something, or Apply has. What an agent only tells while it works needs no answer. */
export function asksBack(annotation: Annotation): boolean {
  return annotation.status === 'acknowledged' && (awaitsApply(annotation) || endsWithQuestion(annotation));
}

/** The last reply is a question of an agent. */
export function endsWithQuestion({ replies }: Pick<Annotation, 'replies'>): boolean {
  const last = replies.at(-1);
  return last !== undefined && isQuestion(last);
}

/** Agents that do not say whether they expect an answer are taken at their question mark. */
function isQuestion({ author, message, expectsAnswer }: Reply): boolean {
  return author === 'agent' && (expectsAnswer ?? /[?？؟](?:\s|$)/u.test(message));
}
