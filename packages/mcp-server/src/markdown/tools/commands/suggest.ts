import { z } from 'zod';

import { AnnotateError, describeSuggestion } from '@annotate-mcp/core';
import type { MarkdownComment } from '@annotate-mcp/markdown';

import { submittedComment } from '../submitted-comments.ts';

import { type DocumentCommandContext, defineDocumentCommand } from './document-command.ts';
import { message, replacement } from './fields.ts';
import type { PassageTarget } from './target-anchor.ts';
import { targetFields, targetOf } from './target.ts';

const input = () =>
  z.strictObject({ ...targetFields(), replacement: replacement(), message: message().optional() });

type SuggestInput = z.output<ReturnType<typeof input>>;

/** Suggests other words for a passage: as a reply to a comment on it, or as a comment of the agent's own. */
export const suggest = defineDocumentCommand({
  type: 'suggest',
  input,
  run: async (suggested, context) => {
    const target = targetOf(suggested, context.reviewed.document);
    const comment =
      'commentId' in target
        ? await replyWithSuggestion(target.commentId, suggested, context)
        : await addSuggestion(target, suggested, context);
    // The agent knows what it wrote itself.
    context.reviewed.markDelivered({ comments: [comment] });
    const { id, status, anchor } = comment;
    return { commentId: id, status, quote: anchor.quote, lines: [anchor.line_start, anchor.line_end] };
  },
});

async function replyWithSuggestion(
  commentId: string,
  suggested: SuggestInput,
  { reviewed: { document }, context }: DocumentCommandContext,
): Promise<MarkdownComment> {
  const { id, anchor } = submittedComment(document, commentId);
  const suggestion = { replacement: suggested.replacement };
  if (suggestion.replacement === anchor.quote) throw sameWordsError();
  const text = suggested.message ?? describeSuggestion(suggestion);
  const note = { id: context.newId(), message: text, suggestion };
  return document.agentMove(id, 'reply', context.agent.actor, note);
}

async function addSuggestion(
  target: PassageTarget,
  suggested: SuggestInput,
  { reviewed: { document }, context }: DocumentCommandContext,
): Promise<MarkdownComment> {
  // Loads the parser, which a server that starts does not need yet.
  const { anchorOfTarget } = await import('./target-anchor.ts');
  const anchor = anchorOfTarget(target, document);
  if (suggested.replacement === anchor.quote) throw sameWordsError();
  const { replacement: words, message: why } = suggested;
  return document.suggest(
    { id: context.newId(), anchor, replacement: words, message: why },
    context.agent.actor,
  );
}

function sameWordsError(): AnnotateError {
  return new AnnotateError('query/invalid', 'The replacement is what the passage says already.', {
    hint: 'Suggest other words, or an empty replacement to delete the passage.',
  });
}
