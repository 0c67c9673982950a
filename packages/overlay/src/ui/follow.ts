/** Keeps panels and outlines at their elements. tracking/element-tracker.ts does it for badges. */
import { useEffect, useLayoutEffect, useReducer } from 'preact/hooks';

import type { Box } from '../state/state.ts';

import type { ElementRef } from './focus.ts';
import {
  insideViewport,
  type Point,
  positionAtBadge,
  positionLabel,
  positionPanel,
  type Size,
} from './position.ts';

/** Draws again when anything scrolls or the window is resized, at most once per frame. */
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

/**
 * Tells CSS which part of the page is on the screen: a page that overflows sideways, or is zoomed, shows only a part of
 * what `position: fixed` refers to, and a keyboard on the screen covers its end.
 */
export function useVisiblePart(ref: ElementRef): void {
  useLayoutEffect(() => {
    const panel = ref.current;
    const { visualViewport } = window;
    if (panel === null || visualViewport === null) return;
    const tell = () => {
      const { offsetLeft, offsetTop, width, height } = visualViewport;
      const part = {
        start: offsetLeft,
        above: offsetTop,
        below: innerHeight - offsetTop - height,
        width,
        height,
      };
      for (const [name, length] of Object.entries(part))
        panel.style.setProperty(`--nga-${name}`, `${length}px`);
    };
    tell();
    visualViewport.addEventListener('resize', tell);
    visualViewport.addEventListener('scroll', tell);
    return () => {
      visualViewport.removeEventListener('resize', tell);
      visualViewport.removeEventListener('scroll', tell);
    };
  }, []);
}

/** Moves a panel beside the box after each drawing and when its size changes. With `null` CSS positions it. */
export function useBeside(ref: ElementRef, box: Box | null, inText = false): void {
  usePosition(ref, box, (target, { panel, space, rtl }) => positionPanel(target, panel, space, rtl, inText));
}

/** A drawn badge, and the others that a panel at it should not cover. */
export interface DrawnBadge extends Point {
  readonly others: readonly Point[];
}

/** Moves a panel beside the badge of the box. Without a badge it is beside the box. */
export function useAtBadge(
  ref: ElementRef,
  box: Box | null,
  badge: DrawnBadge | null,
  inText: boolean,
): void {
  usePosition(ref, box, (element, { panel, space, rtl, shift }) => {
    if (badge === null) return positionPanel(element, panel, space, rtl, inText);
    const inSpace = ({ x, y }: Point) => ({ x: x - shift, y });
    const others = badge.others.map(inSpace);
    return positionAtBadge({ badge: inSpace(badge), element, others }, panel, space);
  });
}

interface Surroundings {
  readonly panel: Size;
  /** The viewport without the list panel. */
  readonly space: Size;
  readonly rtl: boolean;
  /** Where that space begins. */
  readonly shift: number;
}

function usePosition(
  ref: ElementRef,
  box: Box | null,
  position: (box: Box, surroundings: Surroundings) => Point,
): void {
  useVisiblePart(ref);
  useLayoutEffect(() => {
    const panel = ref.current;
    if (!panel) return;
    // A panel that has lost its box stays where the person reads it.
    const kept = box === null ? placeOf(panel) : null;
    panel.toggleAttribute('data-docked', box === null && kept === null);
    if (box === null && kept === null) return;
    // Set once: a sheet that changes sides while the person scrolls or types would be disturbing.
    if (box !== null) panel.dataset.sheet ??= box.y + box.height / 2 > innerHeight / 2 ? 'top' : 'bottom';
    const movePanel = () => {
      const rtl = getComputedStyle(panel).direction === 'rtl';
      const { width, height } = viewport();
      const list = listWidth(panel);
      // The list panel is at the end of the line, which is the left side in right-to-left pages.
      const shift = rtl ? list : 0;
      const space = { width: width - list, height };
      const size = sizeOf(panel);
      const inSpace = <T extends Point>(at: T) => ({ ...at, x: at.x - shift });
      const at =
        box === null
          ? insideViewport(inSpace(kept ?? { x: 0, y: 0 }), size, space)
          : position(inSpace(box), { panel: size, space, rtl, shift });
      moveTo(panel, { x: at.x + shift, y: at.y });
    };
    movePanel();
    const observer = new ResizeObserver(movePanel);
    observer.observe(panel);
    if (kept !== null) observer.observe(document.documentElement);
    return () => observer.disconnect();
  });
}

/** Where it was moved to; `null` while it was not. */
function placeOf({ style: { left, top } }: HTMLElement): Point | null {
  return left === '' ? null : { x: parseFloat(left), y: parseFloat(top) };
}

/** Puts a label above or below the box after each drawing. */
export function useLabelOf(ref: ElementRef, box: Box | null): void {
  useLayoutEffect(() => {
    if (ref.current && box) moveTo(ref.current, positionLabel(box, sizeOf(ref.current), viewport()));
  });
}

function moveTo(element: HTMLElement, { x, y }: { x: number; y: number }): void {
  element.style.left = `${Math.round(x)}px`;
  element.style.top = `${Math.round(y)}px`;
}

function sizeOf({ offsetWidth, offsetHeight }: HTMLElement) {
  return { width: offsetWidth, height: offsetHeight };
}

/** The width of the list panel. */
function listWidth(panel: HTMLElement): number {
  return panel.parentElement?.querySelector<HTMLElement>('.nga-list')?.offsetWidth ?? 0;
}

/** Without the page's scrollbars, which would cover what is below them. */
function viewport() {
  const { clientWidth, clientHeight } = document.documentElement;
  return {
    width: Math.min(innerWidth, clientWidth || innerWidth),
    height: innerHeight - scrollbar(clientHeight),
  };
}

/** In quirks mode the height of the root element is that of the page. */
function scrollbar(clientHeight: number): number {
  const size = innerHeight - clientHeight;
  return size > 0 && size < maxScrollbar ? size : 0;
}

const maxScrollbar = 30;
