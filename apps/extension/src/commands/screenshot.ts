import type { Protocol } from 'devtools-protocol';

import type { ParamsOf } from '@annotate-mcp/browser-protocol';

import { CommandError } from '../driver/command-error.ts';
import { Deadline } from '../driver/deadline.ts';
import { whileDrawn } from '../driver/drawing.ts';
import { tabInfo } from '../driver/tab-info.ts';
import type { Tab } from '../driver/tab.ts';
import { waitForTarget } from '../driver/wait-for-target.ts';
import type { AgentCalls } from '../page-agent/agent.ts';
import type { Box } from '../page-agent/check-target.ts';

import type { Handler } from './handler.ts';

const marginPx = 12;
const drawMs = 2_000;

export const screenshot: Handler<'screenshot'> = async (params, { tabs, signal }) => {
  const tab = await tabs.get(params.tabId);
  return tab.run(async () => {
    const deadline = new Deadline(params.timeoutMs, signal);
    const [shown, { active }] = await Promise.all([
      tab.frames.call(tab.frames.main, 'preparePicture'),
      tabInfo(tab.id),
    ]);
    try {
      const area = await areaOf(tab, params, shown, deadline);
      const [picture] = await Promise.all([
        capture(tab, params, area, active, deadline),
        tab.secrets.remember(shown.page),
      ]);
      const { url, title } = shown.page;
      return { url, title, mimeType: mimeTypes[params.format], ...picture };
    } finally {
      tab.mark.reveal();
    }
  }, signal);
};

const mimeTypes = { png: 'image/png', jpeg: 'image/jpeg' } as const;

type Shown = ReturnType<AgentCalls['preparePicture']>;

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
  return { x: part.x, y: part.y, ...window, exceedsViewport: false, isWindow: true };
}

async function capture(
  tab: Tab,
  params: ParamsOf<'screenshot'>,
  area: Area,
  isInFront: boolean,
  deadline: Deadline,
): Promise<{ base64: string; width: number; height: number }> {
  const { x, y, width, height, exceedsViewport, isWindow } = area;
  const scale = Math.min(1, params.maxWidth / width, params.maxHeight / height);
  const base64 = await captureDrawn(tab, isInFront, deadline, {
    format: params.format,
    ...(params.format === 'jpeg' && { quality: params.quality }),
    ...(!(isWindow && scale === 1) && { clip: { x, y, width, height, scale } }),
    captureBeyondViewport: exceedsViewport,
    optimizeForSpeed: true,
  });
  return { base64, width: Math.round(width * scale), height: Math.round(height * scale) };
}

async function captureDrawn(
  tab: Tab,
  isInFront: boolean,
  deadline: Deadline,
  request: Protocol.Page.CaptureScreenshotRequest,
): Promise<string> {
  const take = async (): Promise<string | undefined> => {
    const taken = tab.cdp.send('Page.captureScreenshot', request);
    return (await Promise.race([taken, deadline.pause(drawMs)]))?.data;
  };
  // A capture of a hidden tab would wait forever, because it is not drawn. One in front may still be covered or minimised.
  const inFront = isInFront ? await take() : undefined;
  if (inFront !== undefined) return inFront;
  for (let attempt = 0; attempt < 3 && !deadline.isOver; attempt++) {
    const picture = await whileDrawn(tab.cdp, take);
    if (picture !== undefined) return picture;
  }
  throw new CommandError(
    'browser/failed',
    `The browser took no picture of tab ${tab.id}; it may be minimised or busy.`,
    'Try again, or read the page with browser_get_accessibility_tree.',
  );
}
