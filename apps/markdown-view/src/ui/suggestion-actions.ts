/** What can be done with the suggestion of a comment. */
import { newestSuggestion } from '@annotate-mcp/core';
import { isOpenComment, type MarkdownComment } from '@annotate-mcp/markdown';

import type { CardAction } from './card-action.ts';

/** Whether the suggestion still fits is decided by the server, which has the file as it is now. */
export function isApplicable(comment: MarkdownComment): boolean {
  return isOpenComment(comment) && comment.anchorState === 'placed' && newestSuggestion(comment) !== null;
}

export const applySuggestion: CardAction = {
  name: 'apply',
  row: 'main',
  shortcut: { letter: 'Y', description: 'Apply the suggestion' },
  button: ({ comment }) =>
    isApplicable(comment)
      ? { label: 'Apply', variant: 'primary', icon: 'check', title: 'Puts the suggested text into the file' }
      : null,
  run: ({ comment, commands }) => void commands.applySuggestion(comment.id),
};

export const undoSuggestion: CardAction = {
  name: 'undo',
  row: 'main',
  button: ({ comment: { id, status }, state: { applied, file } }) =>
    status === 'resolved' && applied?.id === id && applied.sha === file?.sha
      ? { label: 'Undo', title: 'Writes the old text back into the file' }
      : null,
  run: ({ comment, commands }) => void commands.undoSuggestion(comment.id),
};

/** What only the author of a comment decides; what an agent suggested is applied or declined. */
export function forCommentsOfPeople(action: CardAction): CardAction {
  return {
    ...action,
    button: (context) => (isOpenSuggestionOfAgent(context.comment) ? null : action.button(context)),
  };
}

function isOpenSuggestionOfAgent(comment: MarkdownComment): boolean {
  return comment.agentName !== undefined && isOpenComment(comment);
}
