import { HoverOutline } from '../../panels/pointing.tsx';
import type { Hover } from '../../state/state.ts';
import { useFollow } from '../../ui/follow.ts';

export function AltHover({ hover }: { hover: Hover }) {
  useFollow(true);
  return (
    <div data-nga="alt-hover">
      <HoverOutline hover={hover} />
    </div>
  );
}
