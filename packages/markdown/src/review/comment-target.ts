/** What an action of the view, and an agent, can do to one comment. Runs under the lock of the document. */
import { applyPersonAction, isVisibleToAgents, type MoveMessage } from '@annotate-mcp/core';

import type { CommentTarget } from '../comment-actions.ts';
import { commentNotFoundError } from '../errors.ts';
import type { CommentStores } from '../stores/comment-stores.ts';
import type { CommentStore, MarkdownComment } from '../view-messages.ts';

import { applyAgentMove, authorOf } from './comment-moves.ts';
import type { Agent, AgentMove } from './markdown-document.ts';
import type { Suggestions } from './suggestions.ts';
import type { SynchronizeDeps } from './synchronize.ts';
import { placeAnchor } from './write-comment.ts';

interface CommentTargetDeps extends SynchronizeDeps {
  now: () => Date;
  newId: () => string;
  personName: string | null;
  suggestions: Suggestions;
  /** Throws while markers of the file are not taken over: they must not be overwritten then. */
  requireSynchronized: () => void;
}

export function createCommentTarget(id: string, deps: CommentTargetDeps): CommentTarget {
  const { stores, file, suggestions, now, newId, personName } = deps;
  const at = now();
  return {
    perform: (action) =>
      stores.update(id, (comment) => applyPersonAction(comment, action, authorOf(comment, personName), at)),
    applySuggestion: () => suggestions.apply(id),
    undoSuggestion: () => suggestions.undo(id),
    putInto: (store) => putComment(id, store, deps),
    adopt: async () => {
      deps.requireSynchronized();
      const [adopted = null] = await adoptComments([id], stores);
      if (adopted?.outsideReplies === undefined) return adopted;
      return stores.update(id, (comment) =>
        applyPersonAction(comment, { type: 'adopt' }, authorOf(comment, personName), at),
      );
    },
    place: (anchor) => placeAnchor(file, anchor),
    newId,
  };
}

export async function adoptComments(
  ids: readonly string[],
  stores: CommentStores,
): Promise<MarkdownComment[]> {
  await stores.adopt(new Set(ids));
  return ids.flatMap((id) => stores.all().get(id) ?? []);
}

async function putComment(
  id: string,
  store: CommentStore,
  { stores, inline, requireSynchronized }: CommentTargetDeps,
): Promise<MarkdownComment | null> {
  if (store === 'inline' || inline.comments.has(id)) requireSynchronized();
  return stores.putInto(id, store);
}

/** Drafts and comments that came with the repository are not found. */
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
