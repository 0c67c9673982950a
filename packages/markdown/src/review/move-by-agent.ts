import { isVisibleToAgents, type MoveMessage } from '@annotate-mcp/core';

import type { CommentStores } from '../stores/comment-stores.ts';
import type { MarkdownComment } from '../view-messages.ts';

import { applyAgentMove } from './comment-moves.ts';
import { commentNotFoundError } from './errors.ts';
import type { Agent, AgentMove } from './markdown-document.ts';

/** Runs under the lock of the document. Drafts and comments that came with the repository are not found. */
export async function moveByAgent(
  id: string,
  { stores, now }: { stores: CommentStores; now: () => Date },
  { move, actor, note }: { move: AgentMove; actor: Agent; note: MoveMessage | undefined },
): Promise<MarkdownComment> {
  const known = stores.all().get(id);
  if (known === undefined || !isVisibleToAgents(known)) throw commentNotFoundError(id);
  const at = now();
  const after = await stores.update(id, (comment) => applyAgentMove(comment, move, actor, at, note));
  if (after === null) throw commentNotFoundError(id);
  return after;
}
