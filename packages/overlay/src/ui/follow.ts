/** Keeps drawings on the elements they belong to while something is open. Badges have their own way: markers/. */
import { useEffect, useLayoutEffect, useReducer } from 'preact/hooks';

import type { Box } from '../state/state.ts';

import type { ElementRef } from './focus.ts';
import { placeLabel, placePanel } from './place.ts';

/** Draws again when anything scrolls or the window changes its size, once per frame at most. */
export function useFollow(active: boolean): void {
  const [, again] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    if (!active) return;
    let frame = 0;
    const follow = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        again(undefined);
      });
    };
    // In the capture phase, because scrolling inside the page does not bubble.
    const options = { capture: true, passive: true };
    addEventListener('scroll', follow, options);
    addEventListener('resize', follow, options);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', follow, options);
      removeEventListener('resize', follow, options);
    };
  }, [active]);
}

/** Puts a panel beside the box after each drawing and whenever it grows; `null` leaves it where CSS has it. */
export function useBeside(ref: ElementRef, box: Box | null, inText = false): void {
  useLayoutEffect(() => {
    const panel = ref.current;
    if (!panel) return;
    panel.toggleAttribute('data-docked', !box);
    if (!box) return;
    // Once: a sheet that changes sides while somebody scrolls or types would be in the way.
    panel.dataset.sheet ??= box.y + box.height / 2 > innerHeight / 2 ? 'top' : 'bottom';
    const put = () => {
      const rtl = getComputedStyle(panel).direction === 'rtl';
      const { width, height } = viewport();
      const list = listWidth(panel);
      // The list stands at the end of the line, which is the left side there.
      const shift = rtl ? list : 0;
      const room = { width: width - list, height };
      const place = placePanel({ ...box, x: box.x - shift }, sizeOf(panel), room, rtl, inText);
      moveTo(panel, { x: place.x + shift, y: place.y });
    };
    put();
    const observer = new ResizeObserver(put);
    observer.observe(panel);
    return () => observer.disconnect();
  });
}

/** Puts a label above or below the box after each drawing. */
export function useLabelOf(ref: ElementRef, box: Box | null): void {
  useLayoutEffect(() => {
    if (ref.current && box) moveTo(ref.current, placeLabel(box, sizeOf(ref.current), viewport()));
  });
}

function moveTo(element: HTMLElement, { x, y }: { x: number; y: number }): void {
  element.style.left = `${Math.round(x)}px`;
  element.style.top = `${Math.round(y)}px`;
}

function sizeOf({ offsetWidth, offsetHeight }: HTMLElement) {
  return { width: offsetWidth, height: offsetHeight };
}

/** What the list panel takes of the viewport. */
function listWidth(panel: HTMLElement): number {
  return panel.parentElement?.querySelector<HTMLElement>('.nga-list')?.offsetWidth ?? 0;
}

function viewport() {
  return { width: innerWidth, height: innerHeight };
}
