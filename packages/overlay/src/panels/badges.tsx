import type { BadgePosition } from '../state/badge-position.ts';
import type { OverlayState } from '../state/state.ts';
import { Badge, type Marked } from '../ui/badge.tsx';

import { openBadges, stackOnScreen } from './drawn-badges.ts';
import { AnnotatedOutlines } from './review/annotated-outlines.tsx';

interface BadgesProps {
  state: OverlayState;
  badges: readonly BadgePosition[];
  onOpen: (id: string) => void;
}

export function Badges({ state, badges, onOpen }: BadgesProps) {
  const open = openBadges(state, badges);
  return (
    <>
      {state.review && <AnnotatedOutlines annotations={state.annotations} badges={open} />}
      {stackOnScreen(open).map(({ ids, ...position }) => {
        const [first, ...rest] = ids.flatMap((id) => annotationOf(state, id));
        return (
          first && (
            <Badge
              key={ids[0]}
              marked={[first, ...rest]}
              {...position}
              mode={state.mode.name}
              onOpen={onOpen}
            />
          )
        );
      })}
    </>
  );
}

function annotationOf(state: OverlayState, id: string): Marked[] {
  const annotation = state.annotations.get(id);
  const asks = state.work.questions.some(({ annotationId }) => annotationId === id);
  return annotation ? [{ annotation, lost: state.lost.has(id), asks }] : [];
}
