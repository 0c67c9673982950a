import type { Note } from '@annotate-mcp/core';

import type { AgentMove } from '../../agent-store.ts';
import type { ToolContext } from '../../tool.ts';
import { pageDerived } from '../view.ts';

/** Runs a move on an annotation that the agent may see, and returns the changed annotation. */
export async function makeMove(id: string, move: AgentMove, { store, agent }: ToolContext) {
  const annotation = await store.update(id, (before) => {
    const moved = move(before);
    agent.recordOwnChange(moved);
    return moved;
  });
  agent.recordMove(annotation);
  return { ok: true, annotation, pageDerived };
}

export function noteOf(message: string | undefined, { newId }: ToolContext): Note | undefined {
  return message === undefined ? undefined : { id: newId(), message };
}
