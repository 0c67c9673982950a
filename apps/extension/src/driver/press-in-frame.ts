/**
 * Chrome finds out which process gets a mouse event by what it has drawn last. A frame that has just got its own process
 * may not be among that, and its parent would get the click: so the pointer is moved there until the frame notices it.
 */
import type { Deadline } from './deadline.ts';
import { whileDrawn } from './drawing.ts';
import type { Press } from './mouse.ts';
import type { Tab } from './tab.ts';
import type { PlacedTarget } from './wait-for-target.ts';

const noticeMs = 150;
const maxMoves = 10;

export async function pressIn(
  tab: Tab,
  { point, frame }: Pick<PlacedTarget, 'point' | 'frame'>,
  press: Press,
  deadline: Deadline,
): Promise<void> {
  if (frame.session === undefined) return tab.mouse.click(point, press);
  return whileDrawn(tab.cdp, async () => {
    for (let move = 0; move < maxMoves && !deadline.isOver; move++) {
      const noticed = tab.frames.call(frame, 'noticesPointer', noticeMs);
      // A pointer that stays where it is causes no event.
      const near = { x: point.x + (move % 2), y: point.y };
      await tab.mouse.click(near, { ...press, clickCount: 0 });
      if (await noticed) break;
    }
    deadline.throwIfCancelled();
    await tab.mouse.click(point, press);
  });
}
