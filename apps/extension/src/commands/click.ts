import { waitForPoint } from '../driver/wait-for-target.ts';

import type { Handler } from './handler.ts';
import { runAction } from './run-action.ts';

export const click: Handler<'click'> = (params, context) =>
  runAction(
    params,
    context,
    async (tab, deadline) => {
      const { target, dropOn, button, clickCount, delay: delayMs, modifiers, showCursor } = params;
      const { point, on } = await waitForPoint(tab, target, deadline);
      const { main } = tab.frames;
      if (showCursor) await tab.frames.call(main, 'showPointer', point.x, point.y, clickCount > 0);
      deadline.throwIfCancelled();
      if (dropOn !== undefined) {
        const { point: to } = await waitForPoint(tab, dropOn, deadline);
        // Scrolling to the second target may have moved the first one.
        const { point: from } = await waitForPoint(tab, target, deadline);
        await tab.mouse.drag(from, to);
      } else if (clickCount === 0) await tab.mouse.move(point);
      else await tab.mouse.click(point, { button, clickCount, delayMs, modifiers });
      return { on, x: Math.round(point.x), y: Math.round(point.y) };
    },
    { mayOpenChooser: true },
  );
