import type { Box } from '../state/state.ts';

/** The element's box in the viewport of `top`. Borders and paddings of frames count, scaled frames do not. */
export function boxOf(element: Element, top: Window): Box {
  const { x, y, width, height } = element.getBoundingClientRect();
  const shift = offsetOf(element.ownerDocument.defaultView, top);
  return { x: x + shift.x, y: y + shift.y, width, height };
}

/** Where the viewport of a frame begins in the viewport of `top`. */
export function offsetOf(pageWindow: Window | null, top: Window): { x: number; y: number } {
  let x = 0;
  let y = 0;
  for (let at = pageWindow; at !== null && at !== top;) {
    const frame: Element | null = at.frameElement;
    if (frame === null) break;
    const box = frame.getBoundingClientRect();
    const style = frame.ownerDocument.defaultView?.getComputedStyle(frame);
    x += box.x + frame.clientLeft + (Number.parseFloat(style?.paddingLeft ?? '') || 0);
    y += box.y + frame.clientTop + (Number.parseFloat(style?.paddingTop ?? '') || 0);
    at = frame.ownerDocument.defaultView;
  }
  return { x, y };
}
