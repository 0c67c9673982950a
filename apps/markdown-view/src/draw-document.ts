/** Connects the state with the document panel: the panel draws the state, and calls the commands. */
import { isWholeDocument } from '@annotate-mcp/core';
import { viewResources } from '@annotate-mcp/markdown';

import type { DocumentCallbacks, DocumentPanel, PaintedComment } from './document/panel-types.ts';
import type { ViewHost } from './host/view-host.ts';
import type { ViewStateContainer } from './state/reducer.ts';
import { itemsOf } from './state/select.ts';
import { isTextEditable, type ViewState } from './state/state.ts';
import { textFixId } from './state/text-fix.ts';
import type { UserCommands } from './sync/user-commands.ts';

export function createDocumentCallbacks(
  host: ViewHost,
  state: ViewStateContainer,
  commands: UserCommands,
  { onLayout, loadPicture }: Pick<DocumentCallbacks, 'onLayout' | 'loadPicture'>,
): DocumentCallbacks {
  return {
    onSelect: (anchor) => state.dispatch({ type: 'select', anchor }),
    onComment(anchor) {
      if (state.get().relinking === null) commands.comment(anchor);
      else void commands.relink(anchor);
    },
    onActivate: (id) => state.dispatch({ type: 'activate', id }),
    onLayout,
    loadPicture,
    onLink: commands.openLink,
    onToggleTask: (offset) => void commands.toggleTask(offset),
    loadAsset: (name) => host.read(viewResources[name]),
  };
}

/** Draws text and comments again whenever the state has others, until the returned function is called. */
export function drawDocument(state: ViewStateContainer, panel: DocumentPanel): () => void {
  let painted: readonly PaintedComment[] = [];
  return state.subscribe((now, before) => {
    panel.element.toggleAttribute('data-fixed', !isTextEditable(now));
    const hasNewText = now.text !== null && now.text !== before.text;
    if (hasNewText) panel.setText(now.text);
    if (now.changes !== before.changes) panel.showChanges(now.changes);
    const next = paintedComments(now);
    if (!hasNewText && isSamePainting(painted, next)) return;
    painted = next;
    panel.paint(next);
  });
}

/**
 * Every comment with a card is painted in the text, unless it is about the whole document; so is the passage that is
 * edited in place.
 */
function paintedComments(state: ViewState): PaintedComment[] {
  const { active, textFix } = state;
  const onPassages = itemsOf(state).filter(({ anchor }) => !isWholeDocument(anchor));
  const comments = onPassages.map(({ id, comment, anchor }) => ({
    id,
    anchor,
    anchorState: comment?.anchorState ?? ('placed' as const),
    status: comment?.status ?? ('draft' as const),
    active: active === id,
  }));
  if (textFix === null) return comments;
  const { anchor } = textFix;
  return [...comments, { id: textFixId, anchor, anchorState: 'placed', status: 'draft', active: true }];
}

function isSamePainting(left: readonly PaintedComment[], right: readonly PaintedComment[]): boolean {
  return (
    left.length === right.length &&
    left.every((one, at) => {
      const other = right[at];
      return (
        one.id === other?.id &&
        one.anchor === other.anchor &&
        one.anchorState === other.anchorState &&
        one.status === other.status &&
        one.active === other.active
      );
    })
  );
}
