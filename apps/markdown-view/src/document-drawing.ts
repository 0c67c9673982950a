import type { PaintedComment } from './document/interface.ts';
import { itemsOf } from './state/select.ts';
import type { ViewState } from './state/state.ts';

/** Nothing to draw anew: somebody typed, or another card was answered. */
export function paintsTheSame(left: readonly PaintedComment[], right: readonly PaintedComment[]): boolean {
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
