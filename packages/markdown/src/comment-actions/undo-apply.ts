import { defineCommentAction } from './comment-action.ts';

/** Right after `apply`: the file gets back the text that it had, and the comment is open again. */
export const undoApply = defineCommentAction({
  type: 'undo_apply',
  fields: () => ({}),
  run: (_, comment) => comment.undoSuggestion(),
});
