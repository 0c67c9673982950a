import type { ParamsOf } from '@annotate-mcp/browser-protocol';

import type { Deadline } from '../driver/deadline.ts';
import type { Point } from '../driver/frame-places.ts';
import type { Tab } from '../driver/tab.ts';
import { waitForPoint } from '../driver/wait-for-target.ts';

import type { Handler } from './handler.ts';
import { runAction } from './run-action.ts';

type Params = ParamsOf<'drag'>;

export const drag: Handler<'drag'> = (params, context) =>
  runAction(
    params,
    context,
    async (tab, deadline) => {
      const { target, at, showCursor } = params;
      const { point, on } = await waitForPoint(tab, target, deadline, at);
      if (showCursor) await tab.frames.call(tab.frames.main, 'showPointer', point.x, point.y, true);
      deadline.throwIfCancelled();
      await dragFrom(tab, params, deadline);
      return { on, x: Math.round(point.x), y: Math.round(point.y) };
    },
    { mayOpenChooser: true },
  );

async function dragFrom(
  tab: Tab,
  { target, at, dropOn, dropAt, path = [] }: Params,
  deadline: Deadline,
): Promise<void> {
  const to = dropOn === undefined ? null : await waitForPoint(tab, dropOn, deadline, dropAt);
  // Scrolling to the second target may have moved the first one.
  const { point: from, topLeft } = await waitForPoint(tab, target, deadline, at);
  const through: Point[] = path.map(({ x, y }) => ({ x: topLeft.x + x, y: topLeft.y + y }));
  const points = [from, ...through, ...(to === null ? [] : [to.point])];
  await tab.screencast.whileDrawn(() => tab.mouse.drag(points, deadline));
}
