import type { AgentMove } from '@annotate-mcp/markdown/review';

import type { DocumentCommandContext } from './document-command.ts';

/** Makes a move of the agent, which is not told again what it has done itself. */
export async function moveComment(
  id: string,
  move: AgentMove,
  message: string | undefined,
  { reviewed, context }: DocumentCommandContext,
): Promise<Record<string, unknown>> {
  const { document } = reviewed;
  const note = message === undefined ? undefined : { id: context.newId(), message };
  const moved = await document.agentMove(id, move, context.agent.actor, note);
  reviewed.markDelivered({ comments: [moved] });
  // The document may be outside the project whose store this server has.
  context.agent.recordMove(moved, async () => document.comment(id));
  return { commentId: id, status: moved.status };
}
