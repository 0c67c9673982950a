import type { Protocol } from 'devtools-protocol';

import type { ParamsOf } from '@annotate-mcp/browser-protocol';

import { CommandError } from '../driver/command-error.ts';
import { Deadline } from '../driver/deadline.ts';
import type { Tab } from '../driver/tab.ts';
import { waitForTarget } from '../driver/wait-for-target.ts';
import type { AgentCalls } from '../page-agent/agent.ts';
import type { Box } from '../page-agent/boxes.ts';

import type { Handler } from './handler.ts';

const marginPx = 12;
const drawMs = 2_000;

export const screenshot: Handler<'screenshot'> = async (params, { tabs, signal }) => {
  const tab = await tabs.get(params.tabId);
  const work = async () => {
    const deadline = new Deadline(params.timeoutMs, signal);
    const isInFront = await tab.inFront.read();
    tab.mark.beginPicture();
    try {
      const mayCast = isInFront && mayBeCast(params) && tab.msSinceAnswer > settledMs;
      const shown = await tab.frames.call(tab.frames.main, 'preparePicture', mayCast);
      const area = await areaOf(tab, params, shown, deadline);
      const request = requestFor(params, area);
      const isOwnSize = request.clip === undefined && shown.window.pixelRatio === 1;
      const [cast] = await Promise.all([
        mayCast && shown.isDrawn && isOwnSize ? castFrame(tab, params, shown, deadline) : null,
        tab.secrets.remember(shown.page),
      ]);
      const file = cast ?? (await captureDrawn(tab, isInFront, deadline, request));
      const { url, title } = shown.page;
      return { url, title, mimeType: mimeTypes[params.format], file, ...sizeIn(params, area) };
    } finally {
      tab.mark.endPicture();
    }
  };
  // Preparing the picture has a time limit of its own for a page that is busy.
  return tab.run(work, signal, { needsPage: 'no', isPicture: true });
};

const mimeTypes = { png: 'image/png', jpeg: 'image/jpeg' } as const;

type Shown = Awaited<ReturnType<AgentCalls['preparePicture']>>;

interface Area extends Box {
  /** The area is larger than the viewport. */
  readonly exceedsViewport: boolean;
  /** The area is what the tab shows, which Chrome captures without having to cut it out. */
  readonly isWindow: boolean;
}

async function areaOf(
  tab: Tab,
  { target, fullPage, highlight }: ParamsOf<'screenshot'>,
  shown: Shown,
  deadline: Deadline,
): Promise<Area> {
  if (target === undefined) return fullPage ? wholePage(tab) : visibleArea(shown);
  const { box } = await waitForTarget(tab, target, 'visible', deadline);
  if (highlight) await tab.frames.call(tab.frames.main, 'outline', box, 1_500);
  const after = (await tab.cdp.send('Page.getLayoutMetrics', {})).cssVisualViewport;
  return {
    x: Math.max(0, box.x + after.pageX - marginPx),
    y: Math.max(0, box.y + after.pageY - marginPx),
    width: box.width + 2 * marginPx,
    height: box.height + 2 * marginPx,
    exceedsViewport: box.height > after.clientHeight,
    isWindow: false,
  };
}

async function wholePage(tab: Tab): Promise<Area> {
  const { width, height } = (await tab.cdp.send('Page.getLayoutMetrics', {})).cssContentSize;
  return { x: 0, y: 0, width, height, exceedsViewport: true, isWindow: false };
}

function visibleArea({ window, seen: { scale, ...part } }: Shown): Area {
  if (scale !== 1) return { ...part, exceedsViewport: false, isWindow: false };
  const { width, height } = window;
  return { x: part.x, y: part.y, width, height, exceedsViewport: false, isWindow: true };
}

/**
 * `Page.captureScreenshot` waits until a frame is on the screen and then draws it once more; a frame of a screencast is
 * there a fifth sooner. But a change that takes long to draw can be missing in it, which would mislead an agent that has
 * been told of the change: so long after each answer, pictures are taken the safe way.
 */
const settledMs = 500;
const castMs = 500;

function mayBeCast({ target, fullPage, format }: ParamsOf<'screenshot'>): boolean {
  return target === undefined && !fullPage && format === 'jpeg';
}

/** `null` if there is no frame that is as large as the window. */
async function castFrame(
  tab: Tab,
  { quality }: ParamsOf<'screenshot'>,
  { window }: Shown,
  deadline: Deadline,
): Promise<string | null> {
  const frame = await tab.screencast.takeFrame(quality, deadline, castMs);
  if (frame === null) return null;
  const { deviceWidth, deviceHeight } = frame.metadata;
  return deviceWidth === window.width && deviceHeight === window.height ? frame.data : null;
}

function encodingOf({ format, quality }: ParamsOf<'screenshot'>): Protocol.Page.CaptureScreenshotRequest {
  return { format, ...(format === 'jpeg' && { quality }), optimizeForSpeed: true };
}

function requestFor(params: ParamsOf<'screenshot'>, area: Area): Protocol.Page.CaptureScreenshotRequest {
  const { x, y, width, height, exceedsViewport, isWindow } = area;
  const scale = scaleFor(params, area);
  return {
    ...encodingOf(params),
    ...(!(isWindow && scale === 1) && { clip: { x, y, width, height, scale } }),
    captureBeyondViewport: exceedsViewport,
  };
}

function scaleFor({ maxWidth, maxHeight }: ParamsOf<'screenshot'>, { width, height }: Area): number {
  return Math.min(1, maxWidth / width, maxHeight / height);
}

function sizeIn(params: ParamsOf<'screenshot'>, area: Area): { width: number; height: number } {
  const scale = scaleFor(params, area);
  return { width: Math.round(area.width * scale), height: Math.round(area.height * scale) };
}

/** `undefined` if Chrome does not draw the tab. */
async function captureOnce(
  tab: Tab,
  request: Protocol.Page.CaptureScreenshotRequest,
  deadline: Deadline,
): Promise<string | undefined> {
  const taken = tab.cdp.send('Page.captureScreenshot', request);
  return (await Promise.race([taken, deadline.pause(drawMs)]))?.data;
}

async function captureDrawn(
  tab: Tab,
  isInFront: boolean,
  deadline: Deadline,
  request: Protocol.Page.CaptureScreenshotRequest,
): Promise<string> {
  const take = () => captureOnce(tab, request, deadline);
  // A capture of a hidden tab would wait forever, because it is not drawn. One in front may still be covered or minimised.
  const inFront = isInFront ? await take() : undefined;
  if (inFront !== undefined) return inFront;
  for (let attempt = 0; attempt < 3 && !deadline.isOver; attempt++) {
    const picture = await tab.screencast.whileDrawn(take);
    if (picture !== undefined) return picture;
  }
  throw new CommandError(
    'browser/failed',
    `The browser took no picture of tab ${tab.id}; it may be minimised or busy.`,
    'Try again, or read the page with browser_get_accessibility_tree.',
  );
}
