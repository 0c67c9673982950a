/** A site of another owner in a browser with the extension, for the pictures of the browser bridge. */
import { once } from 'node:events';
import { createServer } from 'node:http';

import { chromium, type Page } from '@playwright/test';

import type { Site } from '../browser/support/site.ts';
import { test as browserTest } from '../browser/support/test.ts';

/** Of the browser with the extension in it, light and without motion. */
export type OpenPage = (url: string) => Promise<Page>;

interface PerWorker {
  site: Site;
  /** Tests with another name have a browser of their own, whose popup tells nothing of these. */
  browserOf: string;
}

export const test = browserTest.extend<{ openPage: OpenPage }, PerWorker>({
  browserOf: ['pictures', { scope: 'worker', option: true }],
  site: [
    async ({ browserName: _ }, use) => {
      await using site = await startMuseum();
      await use(site);
    },
    { scope: 'worker' },
  ],
  openPage: async ({ chrome }, use) => {
    const browser = await chromium.connectOverCDP(chrome.endpoint);
    const [context] = browser.contexts();
    if (context === undefined) throw new Error('Chromium has no window.');
    const opened: Page[] = [];
    await use(async (url) => {
      const page = context.pages().find((each) => each.url() === url) ?? (await context.newPage());
      opened.push(page);
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      if (page.url() !== url) await page.goto(url);
      return page;
    });
    for (const page of opened) await page.close();
    await browser.close();
  },
});

/** A site of another owner, which allows no script. */
async function startMuseum(): Promise<Site> {
  const server = createServer(({ url }, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    });
    response.end(pageAt(url ?? '/'));
  });
  server.listen(0);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    elsewhere: `http://localhost:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function pageAt(url: string): string {
  if (url === '/') return museum;
  const [path, query] = url.split('?');
  if (path === '/order') return ticketPage(order);
  if (path === '/ordered') return ticketPage(thanks(new URLSearchParams(query)));
  return museum.replace('Harbor Museum</title>', 'Tickets · Harbor Museum</title>');
}

const museum = `<!doctype html><html lang="en"><title>Harbor Museum</title><style>
body { margin: 0; font: 17px/1.6 Georgia, serif; color: #22303c; background: #f6f3ec }
header { background: #1f3a4d; color: #f6f3ec; padding: 28px 64px; display: flex; align-items: center; gap: 40px }
header b { font-size: 26px; margin-right: auto } header a { color: inherit }
main { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 28px; padding: 40px 64px; max-width: 1150px }
h1 { grid-column: 1 / -1; font-size: 34px; margin: 0 } h2 { margin: 0 0 8px; font-size: 22px }
article { background: #fff; border-radius: 8px; padding: 24px; box-shadow: 0 1px 4px #0002 }
article div { height: 130px; border-radius: 6px; margin-bottom: 18px }
button { font: inherit; background: #b4532a; color: #fff; border: 0; border-radius: 6px; padding: 10px 22px }
</style><header><b>Harbor Museum</b><a href="#">Visit</a><a href="#">Collection</a><a href="#">Archive</a></header>
<main><h1>Three ships, one pier</h1>
<article><div style="background:linear-gradient(#d9e6ee,#7fa3b8)"></div><h2>The lightship</h2>Forty years at the mouth of the river, and back at the pier since spring. Open in summer only.</article>
<article><div style="background:linear-gradient(#f3dcc4,#c98d5c)"></div><h2>The tug</h2>Her engine still runs on the first Sunday of the month, when the wind allows.</article>
<article><div style="background:linear-gradient(#dfe7d5,#8ba57a)"></div><h2>The barge</h2>Grain, coal, and once a circus: her log books tell of ninety years of cargo.</article>
<p style="grid-column:1/-1"><button id="tickets">Buy tickets</button></p></main></html>`;

/** The museum's page with this in place of the ships. */
function ticketPage(content: string): string {
  const form = 'form { display: grid; gap: 14px; width: 340px } label { display: grid; gap: 4px }';
  const fields =
    'input, select { font: inherit; padding: 8px 10px; border: 1px solid #b9c3ca; border-radius: 6px }';
  return museum
    .replace('</style>', `${form} ${fields} h1 { margin-bottom: 8px }</style>`)
    .replace(/<main>[^]*<\/main>/, `<main>${content}</main>`);
}

const order = `<h1>Order tickets</h1><form action="/ordered">
<label>Name <input name="name"></label>
<label>Day <select name="day"><option>Saturday</option><option>Sunday</option></select></label>
<label>Tickets <input name="count" type="number" value="1"></label>
<button id="order">Order</button></form>`;

function thanks(given: URLSearchParams): string {
  const [name, day, count] = ['name', 'day', 'count'].map((field) => given.get(field) ?? '');
  return `<h1>Thank you, ${name}</h1><p style="grid-column:1/-1">${count} tickets for ${day} are at the pier.</p>`;
}
