import { z } from 'zod';

import { actionOfType } from '../view-action.ts';
import type { MarkdownComment } from '../view-messages.ts';

import { accept } from './accept.ts';
import { adopt } from './adopt.ts';
import { apply } from './apply.ts';
import { approve } from './approve.ts';
import { assign } from './assign.ts';
import { changeStore } from './change-store.ts';
import type { CommentTarget } from './comment-action.ts';
import { decline } from './decline.ts';
import { deleteComment } from './delete.ts';
import { edit } from './edit.ts';
import { release } from './release.ts';
import { relink } from './relink.ts';
import { reopen } from './reopen.ts';
import { reply } from './reply.ts';
import { resolve } from './resolve.ts';
import { submit } from './submit.ts';
import { undoApply } from './undo-apply.ts';

const commentActions = [
  edit,
  reply,
  submit,
  resolve,
  reopen,
  accept,
  deleteComment,
  approve,
  decline,
  relink,
  changeStore,
  adopt,
  assign,
  release,
  apply,
  undoApply,
] as const;

/** What the view sends as the `change` of `change_comment`. */
export type CommentAction = z.output<ReturnType<(typeof commentActions)[number]['schema']>>;

const [first, ...others] = commentActions;
export const commentActionSchema = () =>
  z.discriminatedUnion('type', [first.schema(), ...others.map(({ schema }) => schema())]);

export function runCommentAction(
  action: CommentAction,
  target: CommentTarget,
): Promise<MarkdownComment | null> {
  return actionOfType(commentActions, action.type).run(action, target);
}

/** Whether an agent has to act after it. */
export function asksAgent({ type }: CommentAction): boolean {
  return actionOfType(commentActions, type).asksAgent;
}
