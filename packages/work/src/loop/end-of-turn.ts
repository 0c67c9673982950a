/** What becomes of an annotation when the turn of its agent is over. Pure functions. */
import {
  type Actor,
  type Annotation,
  endTurn,
  isHandedFrom,
  isStoppedOrUndone,
  type MoveMessage,
  release,
  reply,
} from '@annotate-mcp/core';

import type { Turn } from '../agent/agent-session.ts';

/** The person stopped, withdrew or removed it or gave it to another agent, or another one holds it. */
export function isTakenAway(
  annotation: Annotation | null,
  /** The agent at work; without an id it has not started yet. */
  { agentId, agentName }: { agentId: string | null; agentName: string },
): boolean {
  if (annotation === null) return true;
  switch (annotation.status) {
    case 'draft':
      return true;
    case 'pending':
      return isStoppedOrUndone(annotation) || isHandedFrom(annotation, agentName);
    case 'acknowledged':
      return annotation.claim.agentId !== agentId;
    case 'resolved':
      return false;
    case 'dismissed':
      return annotation.withdrawnAt !== undefined;
  }
}

/** The claim of an agent that is gone or was stopped. */
export function freed(annotation: Annotation, agentId: string, at: Date): Annotation {
  const isHeld = annotation.status === 'acknowledged' && annotation.claim.agentId === agentId;
  return isHeld ? release(annotation, { type: 'system' }, at) : annotation;
}

export interface EndedTurn {
  turn: Turn;
  agent: Actor & { type: 'agent' };
  at: Date;
  /** What the agent said last; blank when it said nothing. */
  note: MoveMessage;
  /** How many replies there were before the turn. */
  hadReplies: number;
}

/** An annotation that is still open waits for the person, with the agent's last words as reply if it wrote none itself. */
export function endOfTurn(annotation: Annotation, ended: EndedTurn): Annotation {
  const { agent, at, note, hadReplies } = ended;
  const isHeld = annotation.status === 'acknowledged' && annotation.claim.agentId === agent.agentId;
  if (annotation.status !== 'pending' && !isHeld) return annotation;
  const rested = isHeld ? endTurn(annotation, { type: 'system' }, at) : annotation;
  const hasReplied = annotation.replies.slice(hadReplies).some(({ author }) => author === 'agent');
  if (hasReplied) return rested;
  return reply(rested, agent, at, { ...note, message: describeEnd(note.message, ended.turn) });
}

function describeEnd(message: string, { stopReason }: Turn): string {
  const why = reasons[stopReason];
  return (
    [message.trim(), why].filter((text) => text !== '').join('\n\n') || 'I ended my turn without a change.'
  );
}

const reasons: Readonly<Record<Turn['stopReason'], string>> = {
  end_turn: '',
  cancelled: 'The work was cancelled.',
  max_tokens: 'I stopped because I reached the limit of tokens. Reply to let me go on.',
  max_turn_requests: 'I stopped because I reached the limit of steps in one turn. Reply to let me go on.',
  refusal: 'I refused to go on with this request.',
};
