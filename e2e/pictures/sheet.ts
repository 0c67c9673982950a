/** Puts pictures of small windows side by side into one picture. */
import { chromium } from '@playwright/test';

import config from '../playwright.config.ts';

export interface Shot {
  readonly title: string;
  readonly png: Buffer;
}

const colors = {
  light: { surface: '#f4f4f5', text: '#18181b', line: '#d4d4d8' },
  dark: { surface: '#09090b', text: '#fafafa', line: '#3a3a41' },
} as const;

export async function sheetOf(shots: readonly Shot[], scheme: 'light' | 'dark', path: string): Promise<void> {
  const { surface, text, line } = colors[scheme];
  const figures = shots.map(
    ({ title, png }) =>
      `<figure><figcaption>${title}</figcaption><img src="data:image/png;base64,${png.toString('base64')}"></figure>`,
  );
  await drawn(
    `<style>
body { margin: 0; padding: 24px; width: 1092px; background: ${surface}; color: ${text}; font: 600 14px system-ui }
main { display: grid; grid-template-columns: repeat(3, 340px); gap: 24px 36px; align-items: start }
figure { margin: 0 } figcaption { margin-bottom: 8px }
img { display: block; border: 1px solid ${line}; border-radius: 10px }
</style><main>${figures.join('')}</main>`,
    { width: 1140, height: 400 },
    path,
    true,
  );
}

/** A picture of HTML that has everything in itself. */
export async function drawn(
  html: string,
  viewport: { width: number; height: number },
  path: string,
  fullPage = false,
): Promise<void> {
  const browser = await chromium.launch(config.use?.launchOptions);
  const page = await browser.newPage({ viewport });
  await page.setContent(html);
  await page.screenshot({ path, fullPage });
  await browser.close();
}
