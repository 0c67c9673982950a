/** The text of a document with a comment's newest suggestion in it. Pure. */
import { AnnotateError, newestSuggestion } from '@annotate-mcp/core';

import type { PlacedAnchor } from '../stores/comments.ts';
import type { MarkdownComment } from '../view-messages.ts';

import { blocksOf } from './blocks.ts';
import { anchorAfterReplacing, replacePassage } from './replace-passage.ts';

export interface SuggestedText {
  text: string;
  /** Where the new words are in it. */
  placed: PlacedAnchor;
}

/** Throws when the quoted words are not in `textNow` where the comment is, exactly as they were. */
export function suggestedText(comment: MarkdownComment, textNow: string): SuggestedText {
  const { anchor, anchorState } = comment;
  const suggestion = newestSuggestion(comment);
  if (suggestion === null) throw noSuggestionError(comment);
  const replaced = anchorState === 'placed' ? replacePassage(textNow, anchor, suggestion.replacement) : null;
  if (replaced === null) throw doesNotFitError(comment, textNow);
  const after = anchorAfterReplacing(replaced, blocksOf(replaced.text), anchor.quote);
  return {
    text: replaced.text,
    placed: after === null ? { anchor, anchorState: 'stale' } : { anchor: after, anchorState: 'placed' },
  };
}

function noSuggestionError({ id }: MarkdownComment): AnnotateError {
  return new AnnotateError('edit/none', `Comment ${id} suggests no text, so there is nothing to apply.`, {
    hint: 'Change the file as the comment says, then resolve it.',
  });
}

function doesNotFitError({ anchor, anchorState }: MarkdownComment, textNow: string): AnnotateError {
  const found = {
    placed: `now reads ${shorten(textNow.slice(anchor.char_start, anchor.char_end))}`,
    ambiguous: 'now occurs several times',
    stale: 'is no longer in the file',
  }[anchorState];
  return new AnnotateError(
    'edit/does-not-fit',
    `The passage ${shorten(anchor.quote)} ${found}, so the suggestion does not fit; the file is unchanged.`,
    { hint: 'Make the change by hand, or suggest it again for the text as it is now.' },
  );
}

function shorten(words: string): string {
  return JSON.stringify(words.length > 120 ? `${words.slice(0, 120)}…` : words);
}
