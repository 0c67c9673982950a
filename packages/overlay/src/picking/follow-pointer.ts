/** Turns what the pointer does into hovers, clicks and dragged areas. */
import type { Box } from '../state/state.ts';
import type { PageWindow } from '../window/frames.ts';

import { areaBetween, elementAround, isDrag, type Point } from './area.ts';
import type { PointerInput } from './pointer-input.ts';

interface Press extends Point {
  readonly element: Element;
  readonly pointerId: number;
  readonly gather: boolean;
  readonly touch: boolean;
  area?: Box;
}

export interface PointerOptions {
  readonly top: PageWindow;
  /** `isMoved` is false when the page was scrolled under a pointer that rests. */
  readonly onOver: (element: Element, isMoved: boolean, area?: Box) => void;
  readonly onPick: (element: Element, gather: boolean, area?: Box) => void;
}

export function followPointer({ top, onOver, onPick }: PointerOptions): (input: PointerInput) => void {
  let pointed: Element | null = null;
  let press: Press | null = null;
  let last: Point | null = null;

  const onMove = ({ pointerId, screen, at, element }: PointerInput) => {
    const isMoved = last?.x !== screen.x || last.y !== screen.y;
    last = screen;
    if (press?.pointerId !== pointerId || press.touch) {
      // A small move on the same element must not undo the arrow keys.
      if (element === pointed) return;
      pointed = element;
      onOver(element, isMoved);
    } else if (press.area !== undefined || isDrag(press, at)) {
      pointed = null;
      press.area = areaBetween(press, at);
      onOver(elementAround(press.area, press.element, top), true, press.area);
    }
  };
  const onDown = ({ at, element, pointerId, gather, touch }: PointerInput) => {
    press = { ...at, element, pointerId, gather, touch };
  };
  const onUp = ({ pointerId }: PointerInput) => {
    if (press?.pointerId !== pointerId) return;
    const { element, area, gather } = press;
    press = null;
    onPick(area ? elementAround(area, element, top) : element, gather, area);
  };
  const onCancel = ({ pointerId }: PointerInput) => {
    // The browser scrolls with this finger.
    if (press?.pointerId === pointerId) press = null;
  };
  const handlers = { down: onDown, up: onUp, move: onMove, cancel: onCancel };
  return (input) => handlers[input.type](input);
}
