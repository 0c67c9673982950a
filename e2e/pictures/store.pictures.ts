/** The pictures for the Chrome Web Store, in apps/extension/store/pictures. They are made of those that docs/ has. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { test } from '@playwright/test';

import { folder } from './picture.ts';
import { drawn } from './sheet.ts';

const output = join(import.meta.dirname, '../../apps/extension/store/pictures');
const icon = join(import.meta.dirname, '../../apps/extension/public/icons/128.png');

interface StorePicture {
  readonly name: string;
  readonly title: string;
  readonly text: string;
  /** Of docs/images, and how wide it is shown. */
  readonly image: string;
  readonly width: number;
}

/** The store shows them in this order. It takes pictures of 1280 × 800. */
const pictures: readonly StorePicture[] = [
  {
    name: '1-connect',
    title: 'One question, and your agent has a browser',
    text: 'The extension finds the server on your own machine. You decide whether to connect.',
    image: 'browser-connect.png',
    width: 510,
  },
  {
    name: '2-control',
    title: 'See what your agent uses, and take it back',
    text: 'The popup lists the tabs that an agent controls. One click stops it.',
    image: 'browser-popup.png',
    width: 510,
  },
  {
    name: '3-watch',
    title: 'Watch where it clicks',
    text: 'It works in the background and never takes your focus.',
    image: 'browser-cursor.png',
    width: 1000,
  },
  {
    name: '4-annotate',
    title: 'Annotate any page',
    text: 'Click what should change and say how. It reaches the coding agent that you use.',
    image: 'browser-any-page.png',
    width: 870,
  },
];

for (const { name, title, text, image, width } of pictures) {
  test(`store: ${name}`, async () => {
    await drawn(
      `<style>
body { margin: 0; height: 800px; display: grid; grid-template-rows: auto 1fr; background: linear-gradient(#eff4ff, #dbe6fe); color: #18181b; font: 20px/1.4 system-ui; text-align: center }
header { padding: 48px 80px 0 } h1 { margin: 0 0 8px; font-size: 38px } p { margin: 0; color: #3f3f46 }
main { display: grid; place-items: center; padding: 24px }
img { max-width: ${width}px; width: 100%; border-radius: 12px; box-shadow: 0 12px 40px #1e3a8a33 }
</style><header><h1>${title}</h1><p>${text}</p></header><main>${imageOf(join(folder, image))}</main>`,
      { width: 1280, height: 800 },
      join(output, `${name}.png`),
    );
  });
}

test('store: tile', async () => {
  await drawn(
    `<style>
body { margin: 0; height: 280px; display: grid; place-content: center; justify-items: center; gap: 12px; background: linear-gradient(135deg, #2563eb, #1e3a8a); color: #fff; font: 600 20px/1.3 system-ui; text-align: center }
img { width: 80px } b { font-size: 30px }
</style>${imageOf(icon)}<b>annotate-mcp</b><span>Your browser for your coding agent</span>`,
    { width: 440, height: 280 },
    join(output, 'tile-440x280.png'),
  );
});

function imageOf(file: string): string {
  return `<img alt="" src="data:image/png;base64,${readFileSync(file).toString('base64')}">`;
}
