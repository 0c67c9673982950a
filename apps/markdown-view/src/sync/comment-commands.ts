/** Commands that change a comment which the server has. */
import type { MarkdownAnchor } from '@annotate-mcp/core';
import type { CommentAction } from '@annotate-mcp/markdown';

import { mentionsOf } from '../state/addressees.ts';
import { batchOf } from '../state/select.ts';
import { fieldKey } from '../state/state.ts';

import { pushToHost, runWhileBusy, type SyncDeps } from './sync-deps.ts';

export interface CommentCommands extends SuggestionCommands {
  /** Resolves to `true` when the server made the change. */
  readonly change: (id: string, change: CommentAction) => Promise<boolean>;
  /** Sends the text of the reply field. Resolves to `true` when the server has it. */
  readonly reply: (id: string) => Promise<boolean>;
  readonly saveEdit: (id: string) => Promise<void>;
  /** Sends the text of the reply field first, if there is one. */
  readonly approve: (id: string) => Promise<void>;
  /** Sends the text of the reply field first, if there is one. */
  readonly reopen: (id: string) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /** Moves the comment that is being linked again to this text. */
  readonly relink: (anchor: MarkdownAnchor) => Promise<void>;
  readonly discardBatch: () => Promise<void>;
}

export function createCommentCommands(deps: SyncDeps): CommentCommands {
  const { state, notifier } = deps;
  const { dispatch } = state;
  const change = (id: string, what: CommentAction) => changeComment(deps, id, what);
  const reply = (id: string) =>
    sendFieldText(deps, 'reply', id, (text) => ({
      type: 'reply',
      replyId: deps.newId(),
      text,
      ...mentionsOf(state.get(), text),
    }));
  const hasReply = (id: string) => fieldText(deps, fieldKey('reply', id)) !== '';
  /** The reply goes first: agents read it together with the change. */
  const changeAfterReply = async (id: string, what: CommentAction) => {
    if (hasReply(id) && !(await reply(id))) return;
    await change(id, what);
  };
  const remove = async (id: string) => {
    await deps.drafts.forget([id]);
    const isOnServer = state.get().comments.has(id);
    dispatch({ type: 'writing:drop', ids: [id] });
    if (isOnServer) await change(id, { type: 'delete' });
  };
  return {
    ...createSuggestionCommands(deps),
    change,
    reply,
    async saveEdit(id) {
      await sendFieldText(deps, 'edit', id, (text) => ({
        type: 'edit',
        text,
        mentions: mentionsOf(state.get(), text).mentions ?? [],
      }));
    },
    approve: (id) => changeAfterReply(id, { type: 'approve' }),
    reopen: (id) => changeAfterReply(id, { type: 'reopen' }),
    remove,
    async relink(anchor) {
      const id = state.get().relinking;
      if (id === null) return;
      dispatch({ type: 'relink', id: null });
      if (!(await change(id, { type: 'relink', anchor }))) return;
      getSelection()?.removeAllRanges();
      notifier.done('Linked to the selected text.');
    },
    async discardBatch() {
      dispatch({ type: 'dialog', dialog: null });
      for (const { id } of batchOf(state.get())) await remove(id);
    },
  };
}

async function changeComment(deps: SyncDeps, id: string, change: CommentAction): Promise<boolean> {
  const { state, server } = deps;
  return runWhileBusy(deps, id, 'The comment was not changed.', async () => {
    const { comment, nudge } = await server.changeComment({ id, change });
    state.dispatch({
      type: 'comments',
      changed: comment ? [comment] : [],
      removed: comment ? [] : [id],
    });
    if (nudge) await pushToHost(deps, nudge);
  });
}

/** The text stays in its field until the server has it. */
async function sendFieldText(
  deps: SyncDeps,
  field: 'reply' | 'edit',
  id: string,
  change: (text: string) => CommentAction,
): Promise<boolean> {
  const key = fieldKey(field, id);
  const text = fieldText(deps, key);
  if (text === '' || !(await changeComment(deps, id, change(text)))) return false;
  deps.state.dispatch({ type: 'field:text', key, text: null });
  deps.copies.saveFieldText(key, null);
  return true;
}

function fieldText({ state }: SyncDeps, key: string): string {
  return state.get().fieldTexts.get(key)?.trim() ?? '';
}

interface SuggestionCommands {
  /** Puts the newest suggestion of the comment into the file. */
  readonly applySuggestion: (id: string) => Promise<void>;
  /** Right after it was applied. */
  readonly undoSuggestion: (id: string) => Promise<void>;
}

function createSuggestionCommands(deps: SyncDeps): SuggestionCommands {
  const { state, notifier } = deps;
  return {
    async applySuggestion(id) {
      await runWhileBusy(deps, id, 'Not applied.', async () => {
        const sha = await changeText(deps, id, 'apply');
        state.dispatch({ type: 'applied', applied: { id, sha } });
        notifier.done('Applied: the file has the new text.');
      });
    },
    async undoSuggestion(id) {
      await runWhileBusy(deps, id, 'Not undone.', async () => {
        await changeText(deps, id, 'undo_apply');
        state.dispatch({ type: 'applied', applied: null });
        notifier.done('Undone: the file has its old text again.');
      });
    },
  };
}

/** Resolves to the hash that the file has then. */
async function changeText(
  { state, server }: SyncDeps,
  id: string,
  type: 'apply' | 'undo_apply',
): Promise<string> {
  const { comment, fileMeta } = await server.changeComment({ id, change: { type } });
  state.dispatch({ type: 'comments', changed: comment ? [comment] : [], removed: comment ? [] : [id] });
  return fileMeta?.sha ?? '';
}
