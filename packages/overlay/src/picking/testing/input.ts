/** Trusted input at exact positions, which only the browser can dispatch. */
import type {} from '@vitest/browser-playwright';
import { cdp } from 'vitest/browser';

/** The tests run in a frame of the runner's page, perhaps a scaled one; input is in that page's pixels. */
function toPage(x: number, y: number): { x: number; y: number } {
  const frame = window.frameElement;
  if (frame === null) return { x, y };
  const box = frame.getBoundingClientRect();
  const scale = box.width / window.innerWidth;
  return { x: box.x + x * scale, y: box.y + y * scale };
}

type MouseType = 'mouseMoved' | 'mousePressed' | 'mouseReleased';
const altModifier = 1;
const shiftModifier = 8;

async function mouse(
  type: MouseType,
  x: number,
  y: number,
  pressed: boolean,
  shift = false,
  alt = false,
): Promise<void> {
  await cdp().send('Input.dispatchMouseEvent', {
    type,
    ...toPage(x, y),
    modifiers: (shift ? shiftModifier : 0) + (alt ? altModifier : 0),
    button: pressed || type === 'mouseReleased' ? 'left' : 'none',
    buttons: pressed ? 1 : 0,
    clickCount: type === 'mouseMoved' ? 0 : 1,
  });
}

export const moveTo = (x: number, y: number, pressed = false) => mouse('mouseMoved', x, y, pressed);
export const pressAt = (x: number, y: number, shift = false) => mouse('mousePressed', x, y, true, shift);
export const releaseAt = (x: number, y: number, shift = false) => mouse('mouseReleased', x, y, false, shift);

export async function clickAt(x: number, y: number, shift = false): Promise<void> {
  await moveTo(x, y);
  await pressAt(x, y, shift);
  await releaseAt(x, y, shift);
}

/** With the Alt modifier; the key event is not dispatched. */
export const altMoveTo = (x: number, y: number) => mouse('mouseMoved', x, y, false, false, true);

export async function altClickAt(x: number, y: number): Promise<void> {
  await altMoveTo(x, y);
  await mouse('mousePressed', x, y, true, false, true);
  await mouse('mouseReleased', x, y, false, false, true);
}

export async function drag(from: [number, number], to: [number, number]): Promise<void> {
  await moveTo(...from);
  await pressAt(...from);
  await moveTo((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, true);
  await moveTo(...to, true);
  await releaseAt(...to);
}

export async function tap(x: number, y: number): Promise<void> {
  await cdp().send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [toPage(x, y)] });
  await cdp().send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

export async function wheel(x: number, y: number, deltaY: number): Promise<void> {
  await cdp().send('Input.dispatchMouseEvent', { type: 'mouseWheel', ...toPage(x, y), deltaX: 0, deltaY });
}

/** The middle of an element, in the tests' viewport. */
export function middleOf(element: Element): [number, number] {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}

export function frames(count = 2): Promise<void> {
  return new Promise((resolve) => {
    const step = (left: number) => (left === 0 ? resolve() : requestAnimationFrame(() => step(left - 1)));
    step(count);
  });
}

/** Replaces the page's content; what was there before is gone. */
export function page(html: string): void {
  document.body.innerHTML = html;
}

export function $(selector: string, root: ParentNode = document): HTMLElement {
  const element = root.querySelector<HTMLElement>(selector);
  if (element === null) throw new Error(`no ${selector} on the page`);
  return element;
}
