/** Trusted input at exact points, which only the browser can create. */
import type {} from '@vitest/browser-playwright';
import { cdp, userEvent } from 'vitest/browser';

/** The tests run in a frame of the runner's page, which may be scaled; input is in pixels of that page. */
function toPage(x: number, y: number): { x: number; y: number } {
  const frame = window.frameElement;
  if (frame === null) return { x, y };
  const box = frame.getBoundingClientRect();
  const scale = box.width / window.innerWidth;
  return { x: box.x + x * scale, y: box.y + y * scale };
}

type MouseType = 'mouseMoved' | 'mousePressed' | 'mouseReleased';

export async function mouse(type: MouseType, x: number, y: number, pressed = false): Promise<void> {
  await cdp().send('Input.dispatchMouseEvent', {
    type,
    ...toPage(x, y),
    button: pressed || type === 'mouseReleased' ? 'left' : 'none',
    buttons: pressed ? 1 : 0,
    clickCount: type === 'mouseMoved' ? 0 : 1,
  });
}

export async function clickOn(range: Range | Element): Promise<void> {
  const { x, y, width, height } = range.getBoundingClientRect();
  await mouse('mouseMoved', x + width / 2, y + height / 2);
  await mouse('mousePressed', x + width / 2, y + height / 2, true);
  await mouse('mouseReleased', x + width / 2, y + height / 2);
}

/** Presses keys; `{Shift>}` holds one. */
export const press = (keys: string) => userEvent.keyboard(keys);
