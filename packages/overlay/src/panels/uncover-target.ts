import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

import { boxOfElement } from '../picking/picked-box.ts';
import type { Box } from '../state/state.ts';

/**
 * Moves hint, breadcrumb and notice from the bottom of the page to its top while the element under the pointer lies
 * beneath them, so that it can be seen and its neighbours can be pointed at.
 */
export function useUncoveredTarget(hint: RefObject<HTMLElement | null>, target: Element | null): void {
  useLayoutEffect(() => {
    const stack = hint.current?.parentElement;
    const isCovered = stack && target !== null && isMostlyIn(boxOfElement(target), bottomBox(stack));
    stack?.classList.toggle(atTop, isCovered === true);
  });
  useLayoutEffect(() => {
    const stack = hint.current?.parentElement;
    return () => stack?.classList.remove(atTop);
  }, []);
}

const atTop = 'nga-foot-stack--top';

/** Where the stack is at the bottom, also while it is at the top: otherwise it would move back at once. */
function bottomBox(stack: Element): Box {
  const { x, y, width, height } = stack.getBoundingClientRect();
  return stack.classList.contains(atTop)
    ? { x, y: innerHeight - y - height, width, height }
    : { x, y, width, height };
}

function isMostlyIn(inner: Box, outer: Box): boolean {
  const width = overlap(inner.x, inner.width, outer.x, outer.width);
  const height = overlap(inner.y, inner.height, outer.y, outer.height);
  return width * height * 2 > inner.width * inner.height;
}

function overlap(start: number, length: number, otherStart: number, otherLength: number): number {
  return Math.max(0, Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart));
}
