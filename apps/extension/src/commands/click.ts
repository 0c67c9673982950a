import { pointFor } from '../driver/aiming.ts';

import { act } from './act.ts';
import type { Handler } from './command.ts';

export const click: Handler<'click'> = (params, context) =>
  act(params, context, async (tab, deadline) => {
    const { target, dropOn, button, clickCount, delay: delayMs, modifiers, showCursor } = params;
    const { point, on } = await pointFor(tab, target, deadline);
    const { main } = tab.frames;
    if (showCursor) await tab.frames.call(main, 'showPointer', point.x, point.y, clickCount > 0);
    deadline.throwIfCancelled();
    if (dropOn !== undefined) {
      const { point: to } = await pointFor(tab, dropOn, deadline);
      // Finding the second place may have scrolled the first one away.
      const { point: from } = await pointFor(tab, target, deadline);
      await tab.mouse.drag(from, to);
    } else if (clickCount === 0) await tab.mouse.move(point);
    else await tab.mouse.click(point, { button, clickCount, delayMs, modifiers });
    return { on, x: Math.round(point.x), y: Math.round(point.y) };
  });
