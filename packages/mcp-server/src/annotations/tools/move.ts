import { type Annotation, mentionsIn, type MoveMessage, participantsOf } from '@annotate-mcp/core';

import type { AgentMove } from '../../agent-store.ts';
import type { ToolContext } from '../../tool.ts';
import { authorField, pageDerived } from '../view.ts';

/** Runs a move on an annotation that the agent may see, and returns the changed annotation. */
export async function makeMove(id: string, move: AgentMove, { store, agent }: ToolContext) {
  const annotation = await store.update(id, (before) => {
    const moved = withMentions(move(before), before);
    agent.recordOwnChange(moved);
    return moved;
  });
  agent.recordMove(annotation);
  // The agent has it from its claim.
  const { tried: _, styleRules: _rules, ...moved }: Annotation & { styleRules?: unknown } = annotation;
  return { ok: true, annotation: { ...moved, ...authorField(annotation) }, pageDerived };
}

/** Agents write a name behind an `@`, and whom they mean is known from the thread. */
function withMentions(after: Annotation, before: Annotation): Annotation {
  const said = after.replies.at(-1);
  if (said === undefined || said.id === before.replies.at(-1)?.id) return after;
  const mentions = mentionsIn(said.message, participantsOf(before));
  if (mentions.length === 0) return after;
  return { ...after, replies: [...after.replies.slice(0, -1), { ...said, mentions }] };
}

export function moveMessageOf(message: string | undefined, { newId }: ToolContext): MoveMessage | undefined {
  return message === undefined ? undefined : { id: newId(), message };
}
