import type { PaintedComment } from './document/interface.ts';
import { itemsOf } from './state/select.ts';
import type { ViewState } from './state/state.ts';

/** What is marked in the text: whatever has a card beside it. */
export function paintedOf(state: ViewState): PaintedComment[] {
  return itemsOf(state).map(({ id, comment, anchor }) => ({
    id,
    anchor,
    anchorState: comment?.anchorState ?? 'placed',
    status: comment?.status ?? 'draft',
    active: state.active === id,
  }));
}
