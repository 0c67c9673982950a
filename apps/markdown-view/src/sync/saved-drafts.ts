import type { CommentInput } from '@annotate-mcp/markdown';

import type { ViewStateContainer } from '../state/reducer.ts';
import { fieldKey } from '../state/state.ts';
import { ownWords } from '../state/written.ts';

import type { BrowserCopies } from './browser-copies.ts';
import type { DraftEvents, DraftSaver } from './draft-saver.ts';
import { dropWritingIfSaved } from './writing-commands.ts';

/** Brings what happened to saved drafts into the state. `drafts` is a function because the saver needs these events. */
export function createDraftEvents(
  state: ViewStateContainer,
  copies: BrowserCopies,
  drafts: () => DraftSaver,
): DraftEvents {
  return {
    onSaved(comment, { id }) {
      if (comment) state.dispatch({ type: 'comments', changed: [comment] });
      dropWritingIfSaved({ state, drafts: drafts() }, id);
    },
    onTooLate: (input) => turnIntoEdit(state, copies, input),
    onUnsaved: (count) => state.dispatch({ type: 'unsaved', count }),
  };
}

/**
 * Restores what an earlier instance of the view could not bring to the server. Runs after the first answer of the
 * server, which says what became of each comment.
 */
export function restoreDrafts(state: ViewStateContainer, copies: BrowserCopies, drafts: DraftSaver): void {
  for (const [key, text] of copies.fieldTexts()) state.dispatch({ type: 'field:text', key, text });
  for (const input of copies.drafts()) {
    const known = state.get().comments.get(input.id);
    if (known && known.status !== 'draft') {
      copies.removeDraft(input.id);
      if (known.annotationText !== input.text) turnIntoEdit(state, copies, input);
    } else {
      const { anchor, suggestion, pictures } = input;
      const pictured = pictures === undefined ? {} : { pictures };
      const writing = {
        anchor,
        text: ownWords(input),
        before: null,
        answer: false,
        ...suggestion,
        ...pictured,
      };
      state.dispatch({ type: 'writing:restore', writing: new Map([[input.id, writing]]) });
      drafts.write(input);
    }
  }
}

/** The comment was already sent with an earlier text. The newer text is put into its edit field, for the author to decide. */
function turnIntoEdit(
  state: ViewStateContainer,
  copies: BrowserCopies,
  { id, text }: Pick<CommentInput, 'id' | 'text'>,
): void {
  const key = fieldKey('edit', id);
  state.dispatch({ type: 'writing:drop', ids: [id] });
  if (state.get().comments.get(id)?.annotationText === text) return;
  state.dispatch({ type: 'field:text', key, text });
  copies.saveFieldText(key, text);
}
