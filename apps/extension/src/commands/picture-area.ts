/**
 * Which part of a page a picture shows, and in which size: one pixel for each CSS pixel of the page, so that what is read
 * off a picture can be clicked on, whatever the screen or the emulated device has; and less for what is too large.
 */
import type { Protocol } from 'devtools-protocol';

import type { ParamsOf } from '@annotate-mcp/browser-protocol';

import { Deadline } from '../driver/deadline.ts';
import type { PictureSize } from '../driver/picture-size.ts';
import type { Tab } from '../driver/tab.ts';
import { waitForTarget } from '../driver/wait-for-target.ts';
import type { AgentCalls } from '../page-agent/agent.ts';
import type { Box } from '../page-agent/boxes.ts';

type Params = ParamsOf<'screenshot'>;
type Limits = Pick<Params, 'maxWidth' | 'maxHeight'>;

export type Shown = Awaited<ReturnType<AgentCalls['preparePicture']>>;

export interface Area extends Box {
  /** The area is larger than the viewport. */
  readonly exceedsViewport: boolean;
  /** The area is what the tab shows, which Chrome captures without having to cut it out. */
  readonly isWindow: boolean;
  /** How many pixels Chrome draws for a CSS pixel: because of the screen or the emulated device, and of the zoom. */
  readonly pixelRatio: number;
  /** 1.5 if the person has set the zoom of the browser to 150 %. */
  readonly zoom: number;
}

const marginPx = 12;

/** In CSS pixels from the top left of the page. */
export async function areaOf(tab: Tab, params: Params, shown: Shown, signal: AbortSignal): Promise<Area> {
  const { target, fullPage, highlight } = params;
  const { pixelRatio } = shown.window;
  if (target === undefined && !fullPage) return visibleArea(tab, shown, params);
  if (target === undefined) return { ...(await wholePage(tab)), pixelRatio };
  // It was there before the turn of this picture came; the pictures before it may have scrolled the page.
  const { box } = await waitForTarget(tab, target, 'visible', new Deadline(0, signal));
  if (highlight) await tab.frames.call(tab.frames.main, 'outline', box, 1_500);
  return { ...(await areaAround(tab, box)), pixelRatio };
}

async function visibleArea(tab: Tab, { window, seen }: Shown, limits: Limits): Promise<Area> {
  const { scale, ...part } = seen;
  const { width, height, pixelRatio } = window;
  const isWindow = scale === 1;
  const box = isWindow ? { x: part.x, y: part.y, width, height } : part;
  const area = { ...box, exceedsViewport: false, isWindow, pixelRatio, zoom: 1 };
  // Most pictures are of the window as it is; for them Chrome does not have to be asked.
  if (toClip(area, limits) === null) return area;
  const { cssVisualViewport } = await tab.cdp.send('Page.getLayoutMetrics', {});
  return { ...area, zoom: cssVisualViewport.zoom ?? 1 };
}

type Part = Omit<Area, 'pixelRatio'>;

async function wholePage(tab: Tab): Promise<Part> {
  const { cssContentSize, cssVisualViewport } = await tab.cdp.send('Page.getLayoutMetrics', {});
  const { width, height } = cssContentSize;
  const { zoom = 1 } = cssVisualViewport;
  return { x: 0, y: 0, width, height, exceedsViewport: true, isWindow: false, zoom };
}

async function areaAround(tab: Tab, box: Box): Promise<Part> {
  const { cssVisualViewport } = await tab.cdp.send('Page.getLayoutMetrics', {});
  const { pageX, pageY, clientHeight, zoom = 1 } = cssVisualViewport;
  return {
    x: Math.max(0, box.x + pageX - marginPx),
    y: Math.max(0, box.y + pageY - marginPx),
    width: box.width + 2 * marginPx,
    height: box.height + 2 * marginPx,
    exceedsViewport: box.height > clientHeight,
    isWindow: false,
    zoom,
  };
}

/** `null` if Chrome captures just this without being told. */
export function toClip(area: Area, limits: Limits): Protocol.Page.Viewport | null {
  const { x, y, width, height, isWindow, pixelRatio, zoom } = area;
  const scale = scaleFor(area, limits);
  if (isWindow && scale === 1 && pixelRatio === 1) return null;
  // Chrome measures a clip in pixels that the zoom does not change.
  const inWindow = { x: x * zoom, y: y * zoom, width: width * zoom, height: height * zoom };
  return { ...inWindow, scale: scale / pixelRatio };
}

/** The size that the picture of an area should have. */
export function sizeOf(area: Area, limits: Limits): PictureSize {
  const scale = scaleFor(area, limits);
  return { width: Math.round(area.width * scale), height: Math.round(area.height * scale) };
}

function scaleFor({ width, height }: Area, { maxWidth, maxHeight }: Limits): number {
  return Math.min(1, maxWidth / width, maxHeight / height);
}
