import { waitForPoint } from '../driver/wait-for-target.ts';

import type { Handler } from './handler.ts';
import { runAction } from './run-action.ts';

export const hover: Handler<'hover'> = (params, context) =>
  runAction(
    params,
    context,
    async (tab, deadline) => {
      const { target, at, modifiers, showCursor } = params;
      const { point, on } = await waitForPoint(tab, target, deadline, at);
      if (showCursor) await tab.frames.call(tab.frames.main, 'showPointer', point.x, point.y, false);
      deadline.throwIfCancelled();
      await tab.mouse.move(point, modifiers);
      return { on, x: Math.round(point.x), y: Math.round(point.y) };
    },
    { mayOpenChooser: true },
  );
