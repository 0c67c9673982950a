import { defineCommentAction } from './comment-action.ts';

/** The suggestion of the comment is put into the file. */
export const apply = defineCommentAction({
  type: 'apply',
  fields: () => ({}),
  run: (_, comment) => comment.applySuggestion(),
});
