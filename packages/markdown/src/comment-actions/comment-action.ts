/** What a person can do to one comment in the view: how an action is defined. One file per action. */
import type { z } from 'zod';

import type { MarkdownAnchor, PersonAction } from '@annotate-mcp/core';

import type { PlacedAnchor } from '../stores/comments.ts';
import { defineViewAction, type ViewActionOptions } from '../view-action.ts';
import type { CommentStore, MarkdownComment } from '../view-messages.ts';

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

interface CommentActionOptions<Type extends string, Fields extends z.ZodRawShape> extends ViewActionOptions<
  Type,
  Fields,
  CommentTarget,
  MarkdownComment | null
> {
  /** An agent has to act after it, so that the agent is told. */
  asksAgent?: boolean;
}

export function defineCommentAction<const Type extends string, Fields extends z.ZodRawShape>({
  asksAgent = false,
  ...options
}: CommentActionOptions<Type, Fields>) {
  return { ...defineViewAction(options), asksAgent };
}
