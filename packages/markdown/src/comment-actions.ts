/**
 * What a person can do to one comment in the view. Each action is one entry of the table: what the view sends for it, and
 * what it does to the comment.
 */
import { z } from 'zod';

import type { MarkdownAnchor, PersonAction } from '@annotate-mcp/core';

import type { PlacedAnchor } from './stores/comments.ts';
import { actionOfType, defineViewAction, type ViewActionOptions } from './view-action.ts';
import { addressee, anchor, id, mentions, mode, text } from './view-fields.ts';
import type { CommentStore, MarkdownComment } from './view-messages.ts';

/** The comment that an action is about. */
export interface CommentTarget {
  /** By the rules of core, as the author of the comment. Returns `null` when the comment is gone. */
  perform(action: PersonAction): Promise<MarkdownComment | null>;
  putInto(store: CommentStore): Promise<MarkdownComment | null>;
  adopt(): Promise<MarkdownComment | null>;
  /** Puts its newest suggestion into the file and resolves it. Refused when the quoted words are not there any more. */
  applySuggestion(): Promise<MarkdownComment | null>;
  /** Refused when the file was changed since. */
  undoSuggestion(): Promise<MarkdownComment | null>;
  /** `anchor` counts in the text that the view shows, which may be older than the file. */
  place(anchor: MarkdownAnchor): PlacedAnchor;
  newId(): string;
}

/** What the view sends as the `change` of `change_comment`. */
export type CommentAction = z.output<ReturnType<(typeof commentActions)[number]['schema']>>;

export const commentActionSchema = () => {
  const [first, ...others] = commentActions;
  return z.discriminatedUnion('type', [first.schema(), ...others.map(({ schema }) => schema())]);
};

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

interface CommentActionOptions<Type extends string, Fields extends z.ZodRawShape> extends ViewActionOptions<
  Type,
  Fields,
  CommentTarget,
  MarkdownComment | null
> {
  /** An agent has to act after it, so that the agent is told. */
  asksAgent?: boolean;
}

function defineCommentAction<const Type extends string, Fields extends z.ZodRawShape>({
  asksAgent: isAgentAsked = false,
  ...options
}: CommentActionOptions<Type, Fields>) {
  return { ...defineViewAction(options), asksAgent: isAgentAsked };
}

const noFields = () => ({});
const store = () => z.enum(['memory', 'sidecar', 'inline']) satisfies z.ZodType<CommentStore>;

const commentActions = [
  defineCommentAction({
    type: 'edit',
    fields: () => ({ text: text(), mentions: mentions() }),
    run: ({ text: annotationText, mentions: mentioned }, comment) =>
      comment.perform({
        type: 'edit',
        annotationText,
        ...(mentioned !== undefined && { mentions: mentioned }),
      }),
  }),
  defineCommentAction({
    type: 'reply',
    fields: () => ({ replyId: id(), text: text(), mentions: mentions() }),
    asksAgent: true,
    run: ({ replyId, text: message, mentions: mentioned }, comment) =>
      comment.perform({
        type: 'reply',
        replyId,
        message,
        ...(mentioned !== undefined && { mentions: mentioned }),
      }),
  }),
  /** Submits this comment alone; it is kept like a batch. */
  defineCommentAction({
    type: 'submit',
    fields: () => ({ mode: mode() }),
    asksAgent: true,
    run: (input, comment) => comment.perform({ type: 'submit', intent: input.mode }),
  }),
  defineCommentAction({
    type: 'resolve',
    fields: noFields,
    run: (_, comment) => comment.perform({ type: 'resolve' }),
  }),
  defineCommentAction({
    type: 'reopen',
    fields: noFields,
    asksAgent: true,
    run: (_, comment) => comment.perform({ type: 'reopen', replyId: comment.newId() }),
  }),
  defineCommentAction({
    type: 'accept',
    fields: noFields,
    run: (_, comment) => comment.perform({ type: 'accept' }),
  }),
  defineCommentAction({
    type: 'delete',
    fields: noFields,
    run: (_, comment) => comment.perform({ type: 'delete' }),
  }),
  /** In review mode: the comment becomes an instruction. */
  defineCommentAction({
    type: 'approve',
    fields: noFields,
    asksAgent: true,
    run: (_, comment) => comment.perform({ type: 'approve' }),
  }),
  /** In review mode: the comment is dismissed. */
  defineCommentAction({
    type: 'decline',
    fields: noFields,
    run: (_, comment) => comment.perform({ type: 'decline', replyId: comment.newId() }),
  }),
  defineCommentAction({
    type: 'relink',
    fields: () => ({ anchor: anchor() }),
    run: (input, comment) => comment.perform({ type: 'relinkMarkdown', ...comment.place(input.anchor) }),
  }),
  /** From memory to the sidecar is "Pin"; to `inline` writes a marker into the file, from `inline` removes it. */
  defineCommentAction({
    type: 'move',
    fields: () => ({ to: store() }),
    run: ({ to }, comment) => comment.putInto(to),
  }),
  /** A comment that came with the repository becomes the person's own, and agents see it. */
  defineCommentAction({
    type: 'adopt',
    fields: noFields,
    asksAgent: true,
    run: (_, comment) => comment.adopt(),
  }),
  /** `null` takes the assignment away. */
  defineCommentAction({
    type: 'assign',
    fields: () => ({ assignee: addressee().nullable() }),
    asksAgent: true,
    run: ({ assignee }, comment) => comment.perform({ type: 'assign', assignee }),
  }),
  /** Takes the comment from the agent that holds it, so that another one can take it. */
  defineCommentAction({
    type: 'release',
    fields: noFields,
    asksAgent: true,
    run: (_, comment) => comment.perform({ type: 'release' }),
  }),
  /** The suggestion of the comment is put into the file. */
  defineCommentAction({
    type: 'apply',
    fields: noFields,
    run: (_, comment) => comment.applySuggestion(),
  }),
  /** Right after `apply`: the file gets back the text that it had, and the comment is open again. */
  defineCommentAction({
    type: 'undo_apply',
    fields: noFields,
    run: (_, comment) => comment.undoSuggestion(),
  }),
] as const;
