/** The baseline: the same operations over the Chrome DevTools Protocol, without waiting and without checks. */
import { chromium } from 'playwright-core';

import { chromiumPath, viewport } from './chromium.ts';
import type { Subject } from './subject.ts';

const whereIsTheButton = `(() => {
  const { x, y, width, height } = document.querySelector('button').getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
})()`;

export async function startRawProtocol(pageUrl: string): Promise<Subject> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
  const page = await browser.newPage({ viewport });
  await page.goto(pageUrl);
  const cdp = await page.context().newCDPSession(page);
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result } = await cdp.send('Runtime.evaluate', { expression, returnByValue: true });
    return result.value;
  };
  const click = async (): Promise<number> => {
    const { x, y } = (await evaluate(whereIsTheButton)) as { x: number; y: number };
    const at = { x, y, button: 'left', clickCount: 1 } as const;
    await Promise.all([
      cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y }),
      cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at }),
      cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at }),
    ]);
    return 0;
  };
  const picture = async (): Promise<string> => {
    const { data } = await cdp.send('Page.captureScreenshot', { format: 'jpeg', quality: 80 });
    return data;
  };
  return {
    title: 'baseline: Chrome’s protocol alone, without MCP or waiting',
    does: {
      evaluate: async () => String(await evaluate('document.title')).length,
      click,
      snapshot: async () => JSON.stringify(await cdp.send('Accessibility.getFullAXTree')).length,
      screenshot: async () => {
        await picture();
        return 0;
      },
    },
    picture,
    clicks: async () => Number(await evaluate('clicks')),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}
