import { selectAuthors } from '../state/authors.ts';
import type { BadgePosition } from '../state/badge-position.ts';
import { countWaiting } from '../state/select.ts';
import type { OverlayState } from '../state/state.ts';
import { requestAuthor } from '../ui/authors.ts';
import { Badge, type Marked } from '../ui/badge.tsx';
import { isUnread } from '../unread/unread.ts';

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
  if (!annotation) return [];
  const unsent = countWaiting(state) > 0 && state.unsent.has(id);
  const authors = selectAuthors(state);
  const author = authors.isShared ? requestAuthor(annotation, authors) : null;
  return [
    { annotation, lost: state.lost.has(id), asks, author, unread: isUnread(state, annotation), unsent },
  ];
}
