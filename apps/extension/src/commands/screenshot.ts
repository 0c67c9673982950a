import type { Protocol } from 'devtools-protocol';

import type { ScreenshotParams } from '@annotate-mcp/browser-protocol';

import { aimAt } from '../driver/aiming.ts';
import { Faulty } from '../driver/fault.ts';
import type { Tab } from '../driver/tab.ts';
import { Deadline } from '../driver/wait.ts';
import type { Box } from '../page-agent/aim.ts';

import type { Handler } from './command.ts';

const marginPx = 12;
const patienceMs = 2_000;

export const screenshot: Handler<'screenshot'> = async (params, { tabs, signal }) => {
  const tab = await tabs.take(params.tabId);
  return tab.run(async () => {
    const deadline = new Deadline(params.timeoutMs, signal);
    const area = await areaOf(tab, params, deadline);
    const { data, width, height } = await capture(tab, params, area, deadline);
    const { url, title } = await tab.page();
    const mimeType = params.format === 'png' ? 'image/png' : 'image/jpeg';
    return { url, title, mimeType, base64: data, width, height } as const;
  }, signal);
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
  deadline: Deadline,
): Promise<{ data: string; width: number; height: number }> {
  const { x, y, width, height, beyond } = area;
  const scale = Math.min(1, params.maxWidth / width, params.maxHeight / height);
  const data = await drawn(tab, deadline, {
    format: params.format,
    ...(params.format === 'jpeg' && { quality: params.quality }),
    clip: { x, y, width, height, scale },
    captureBeyondViewport: beyond,
    optimizeForSpeed: true,
  });
  return { data, width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** A hidden tab draws nothing, and the picture would wait for it: being recorded makes it draw. */
async function drawn(
  tab: Tab,
  deadline: Deadline,
  request: Protocol.Page.CaptureScreenshotRequest,
): Promise<string> {
  for (let attempt = 0; attempt < 3 && !deadline.isOver; attempt++) {
    await tab.cdp.send('Page.startScreencast', { format: 'jpeg', quality: 1, maxWidth: 16, maxHeight: 16 });
    try {
      const taken = tab.cdp.send('Page.captureScreenshot', request);
      const picture = await Promise.race([taken, deadline.pause(patienceMs)]);
      if (picture !== undefined) return picture.data;
    } finally {
      await tab.cdp.send('Page.stopScreencast', {});
    }
  }
  throw new Faulty(
    'browser/failed',
    `The browser drew no picture of tab ${tab.id}; it may be minimised or busy.`,
    'Try again, or read the page with browser_get_accessibility_tree.',
  );
}
