import { type Annotation, isSettled } from '@annotate-mcp/core';

import { isUnread } from '../attention/unread.ts';
import { selectAuthors } from '../state/people.ts';
import { countWaiting } from '../state/select.ts';
import type { BadgePosition, OverlayState } from '../state/state.ts';
import { isYours } from '../state/yours.ts';
import { requestAuthor } from '../ui/authors.ts';
import { Badge, type Marked } from '../ui/badge.tsx';
import { Boundary } from '../ui/boundary.tsx';
import type { DrawnBadge } from '../ui/follow.ts';
import { type BadgeStack, insideView, stackBadges } from '../ui/position.ts';
import { signOf } from '../ui/words.ts';

import type { PanelProps } from './panel-props.ts';

export function Badges({
  state,
  badges,
  onOpen,
}: Pick<PanelProps, 'state' | 'badges'> & { onOpen: (id: string) => void }) {
  const open = openBadges(state, badges);
  return (
    <>
      {state.review && <AnnotatedOutlines annotations={state.annotations} badges={open} />}
      {stackOnScreen(open).map(({ ids, ...position }) => {
        const [first, ...rest] = ids.flatMap((id) => annotationOf(state, id));
        return (
          first && (
            <Boundary key={ids[0]} instead={null}>
              <Badge marked={[first, ...rest]} {...position} mode={state.mode.name} onOpen={onOpen} />
            </Boundary>
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
  const [lost, yours, unread] = [state.lost.has(id), isYours(state, annotation), isUnread(state, annotation)];
  return [{ annotation, lost, asks, author, yours, unread, unsent }];
}

/** The badges of annotations that are not settled, whose elements can be seen. */
function openBadges(
  { annotations }: OverlayState,
  badges: readonly BadgePosition[],
): readonly BadgePosition[] {
  return badges.filter(({ id, covered }) => {
    const annotation = annotations.get(id);
    return annotation !== undefined && covered !== true && !isSettled(annotation);
  });
}

/** As they are drawn: inside of the window and side by side. */
function stackOnScreen(badges: readonly BadgePosition[]): BadgeStack[] {
  return stackBadges(insideView(badges, { width: innerWidth, height: innerHeight }));
}

/** The badge where it is drawn, which may be beside its element's corner, and the others around it. */
export function drawnBadge(
  state: OverlayState,
  badges: readonly BadgePosition[],
  badge: BadgePosition,
): DrawnBadge {
  const open = openBadges(state, badges);
  // The thread of a settled annotation can be open although its badge is not drawn.
  const stacks = stackOnScreen(open.includes(badge) ? open : [badge, ...open]);
  const { x, y } = stacks.find(({ ids }) => ids.includes(badge.id)) ?? badge;
  const others = stacks.filter(({ ids, offscreen }) => !offscreen && !ids.includes(badge.id));
  return { x, y, others };
}

interface AnnotatedOutlinesProps {
  annotations: ReadonlyMap<string, Annotation>;
  badges: readonly BadgePosition[];
}

/** A dashed line around each element with a comment. Text has a highlight instead. */
function AnnotatedOutlines({ annotations, badges }: AnnotatedOutlinesProps) {
  return (
    <>
      {badges.map(({ id, box, offscreen }) => {
        const annotation = annotations.get(id);
        const isElement = annotation?.kind === 'element' || annotation?.kind === 'component';
        if (!isElement || box === undefined || offscreen) return null;
        const { x, y, width, height } = box;
        return (
          <div
            key={id}
            class={`nga-annotated nga-annotated--${signOf(annotation, false)}`}
            data-nga="annotated"
            data-id={id}
            style={{ left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` }}
          />
        );
      })}
    </>
  );
}
