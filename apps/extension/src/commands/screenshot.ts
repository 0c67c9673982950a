import type { ScreenshotParams } from '@annotate-mcp/core/browser';

import { aimAt } from '../driver/aiming.ts';
import type { Tab } from '../driver/tab.ts';
import { Deadline } from '../driver/wait.ts';
import type { Box } from '../page-agent/aim.ts';

import type { Handler } from './command.ts';

const marginPx = 12;

export const screenshot: Handler<'screenshot'> = async (params, { tabs, signal }) => {
  const tab = await tabs.take(params.tabId);
  return tab.run(async () => {
    const deadline = new Deadline(params.timeoutMs, signal);
    const area = await areaOf(tab, params, deadline);
    const { data, width, height } = await capture(tab, params, area);
    const { url, title } = await tab.page();
    const mimeType = params.format === 'png' ? 'image/png' : 'image/jpeg';
    return { url, title, mimeType, base64: data, width, height } as const;
  });
};

interface Area extends Box {
  /** Counted from the top of the page and not of the viewport. */
  readonly beyond: boolean;
}

async function areaOf(
  tab: Tab,
  { target, fullPage, highlight }: ScreenshotParams,
  deadline: Deadline,
): Promise<Area> {
  const { cssVisualViewport, cssContentSize } = await tab.cdp.send('Page.getLayoutMetrics', {});
  await tab.frames.call(tab.frames.main, 'hidePointer');
  if (target === undefined) {
    if (fullPage)
      return { x: 0, y: 0, width: cssContentSize.width, height: cssContentSize.height, beyond: true };
    const { pageX: x, pageY: y, clientWidth: width, clientHeight: height } = cssVisualViewport;
    return { x, y, width, height, beyond: false };
  }
  const { box } = await aimAt(tab, target, 'seen', deadline);
  if (highlight) await tab.frames.call(tab.frames.main, 'outline', box, 1_500);
  const after = (await tab.cdp.send('Page.getLayoutMetrics', {})).cssVisualViewport;
  return {
    x: Math.max(0, box.x + after.pageX - marginPx),
    y: Math.max(0, box.y + after.pageY - marginPx),
    width: box.width + 2 * marginPx,
    height: box.height + 2 * marginPx,
    beyond: box.height > after.clientHeight,
  };
}

async function capture(
  tab: Tab,
  params: ScreenshotParams,
  area: Area,
): Promise<{ data: string; width: number; height: number }> {
  const { x, y, width, height, beyond } = area;
  const scale = Math.min(1, params.maxWidth / width, params.maxHeight / height);
  const { data } = await tab.cdp.send('Page.captureScreenshot', {
    format: params.format,
    ...(params.format === 'jpeg' && { quality: params.quality }),
    clip: { x, y, width, height, scale },
    captureBeyondViewport: beyond,
    optimizeForSpeed: true,
  });
  return { data, width: Math.round(width * scale), height: Math.round(height * scale) };
}
