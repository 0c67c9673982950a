/** Trusted input at exact points, which only the browser can create. */
import type {} from '@vitest/browser-playwright';
import { expect } from 'vitest';
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
  const { x, y } = middleOf(range);
  await mouse('mouseMoved', x, y);
  await mouse('mousePressed', x, y, true);
  await mouse('mouseReleased', x, y);
}

/** As a finger does, of which the browser makes a click. */
export async function tapOn(range: Range): Promise<void> {
  await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: true });
  try {
    // Then the browser decides again which parts of a long document it draws.
    await expect.poll(() => range.startContainer.parentNode === elementAt(range)).toBe(true);
    const { x, y } = middleOf(range);
    await cdp().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [toPage(x, y)] });
    await cdp().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  } finally {
    await cdp().send('Emulation.setTouchEmulationEnabled', { enabled: false });
  }
}

function elementAt(range: Range): Element | null {
  const { x, y } = middleOf(range);
  return document.elementFromPoint(x, y);
}

function middleOf(range: Range | Element): { x: number; y: number } {
  const { x, y, width, height } = range.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Presses keys; `{Shift>}` holds one. */
export const press = (keys: string) => userEvent.keyboard(keys);
