import { isSettled } from '@annotate-mcp/core';

import type { BadgePosition } from '../state/badge-position.ts';
import type { OverlayState } from '../state/state.ts';
import type { DrawnBadge } from '../ui/follow.ts';
import { type BadgeStack, insideView, stackBadges } from '../ui/position.ts';

/** The badges of annotations that are not settled. */
export function openBadges(
  { annotations }: OverlayState,
  badges: readonly BadgePosition[],
): readonly BadgePosition[] {
  return badges.filter(({ id }) => {
    const annotation = annotations.get(id);
    return annotation !== undefined && !isSettled(annotation);
  });
}

/** As they are drawn: inside of the window and side by side. */
export function stackOnScreen(badges: readonly BadgePosition[]): BadgeStack[] {
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
