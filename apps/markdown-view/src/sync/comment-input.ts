import type { CommentInput } from '@annotate-mcp/markdown';

import { mentionsOf } from '../state/addressees.ts';
import { itemOf } from '../state/select.ts';
import type { ViewState } from '../state/state.ts';
import { contentOf, writtenContent } from '../state/written.ts';

import type { CommandDeps } from './command-deps.ts';

/** The comment as it is sent to the server; `null` while there is nothing in it. */
export function commentInputOf(state: ViewState, id: string): CommentInput | null {
  const item = itemOf(state, id);
  if (item === null) return null;
  const { anchor, writing, comment } = item;
  const content = writing ? writtenContent(writing) : comment && contentOf(comment);
  return content && { id, anchor, ...content, ...mentionsOf(state, content.text) };
}

/** Shows the copy of the server again once it has the text and the composer is closed. */
export function dropWritingIfSaved(
  { state, drafts }: Pick<CommandDeps, 'state' | 'drafts'>,
  id: string,
): void {
  const { composing, comments } = state.get();
  if (composing !== id && comments.has(id) && !drafts.has(id))
    state.dispatch({ type: 'writing:drop', ids: [id] });
}
