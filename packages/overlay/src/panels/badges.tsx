import type { BadgePosition } from '../state/badge-position.ts';
import { isSettled } from '../state/select.ts';
import type { OverlayState } from '../state/state.ts';
import { Badge, type Marked } from '../ui/badge.tsx';
import { insideView, stackBadges } from '../ui/position.ts';

import { AnnotatedOutlines } from './review/annotated-outlines.tsx';

interface BadgesProps {
  state: OverlayState;
  badges: readonly BadgePosition[];
  onOpen: (id: string) => void;
}

export function Badges({ state, badges, onOpen }: BadgesProps) {
  const shown = badges.filter(({ id }) => {
    const annotation = state.annotations.get(id);
    return annotation !== undefined && !isSettled(annotation);
  });
  return (
    <>
      {state.review && <AnnotatedOutlines annotations={state.annotations} badges={shown} />}
      {stackBadges(insideView(shown, { width: innerWidth, height: innerHeight })).map(
        ({ ids, ...position }) => {
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
        },
      )}
    </>
  );
}

function annotationOf(state: OverlayState, id: string): Marked[] {
  const annotation = state.annotations.get(id);
  const asks = state.work.questions.some(({ annotationId }) => annotationId === id);
  return annotation ? [{ annotation, lost: state.lost.has(id), asks }] : [];
}
