import { describeWish, type Wish } from '@annotate-mcp/core';

import { IconButton } from './button.tsx';

export interface WishListProps {
  wishes: readonly Wish[];
  /** Without it the list is only shown. */
  onUndo?: (wish: Wish) => void;
}

/** What was tried by hand. */
export function WishList({ wishes, onUndo }: WishListProps) {
  if (wishes.length === 0) return null;
  return (
    <ul class="nga-wishes" aria-label="Tried by hand" data-nga="wishes">
      {wishes.map((wish) => (
        <li key={nameOf(wish)}>
          <span class="nga-mono" dir="auto">
            {describeWish(wish)}
          </span>
          {onUndo && (
            <IconButton icon="close" label={`Take back: ${nameOf(wish)}`} onClick={() => onUndo(wish)} />
          )}
        </li>
      ))}
    </ul>
  );
}

function nameOf(wish: Wish): string {
  return wish.what === 'text' ? 'text' : wish.name;
}
