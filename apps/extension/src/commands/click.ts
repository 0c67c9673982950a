import { waitForPoint } from '../driver/wait-for-target.ts';

import type { Handler } from './handler.ts';
import { runAction } from './run-action.ts';

export const click: Handler<'click'> = (params, context) =>
  runAction(
    params,
    context,
    async (tab, deadline) => {
      const { target, at, button, clickCount, delay: delayMs, modifiers, showCursor } = params;
      const { point, on } = await waitForPoint(tab, target, deadline, at);
      if (showCursor) await tab.frames.call(tab.frames.main, 'showPointer', point.x, point.y, true);
      deadline.throwIfCancelled();
      await tab.mouse.click(point, { button, clickCount, delayMs, modifiers });
      return { on, x: Math.round(point.x), y: Math.round(point.y) };
    },
    { mayOpenChooser: true },
  );
