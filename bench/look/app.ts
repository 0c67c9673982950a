/** The page of the browser benchmark at two addresses: alone, and at `/app` as an app with a hub that is open in a tab. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createHub } from '@annotate-mcp/hub';
import { openStore } from '@annotate-mcp/store';

import { html } from '../browser/page.ts';
import { launchBrowser } from '../launch-browser.ts';

export interface App extends AsyncDisposable {
  /** Without the overlay. */
  readonly plainUrl: string;
  readonly root: string;
}

export async function startApp(): Promise<App> {
  const root = mkdtempSync(join(tmpdir(), 'annotate-bench-'));
  await using started = new AsyncDisposableStack();
  started.defer(() => rmSync(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  const store = await openStore(undefined, { root });
  started.defer(() => store.close());
  const hub = await createHub({ store, projectRoot: root, onError: (error) => console.error(error) });
  started.defer(() => hub.close());
  const server = createServer((request, response) => {
    const head = request.url === '/app' ? `<script type="module" src="${hub.scriptPath}"></script>` : '';
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html(head));
  });
  hub.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  started.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const browser = await launchBrowser();
  started.defer(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`${origin}/app`);
  await page.waitForSelector('nga-overlay[data-connection="online"]', { state: 'attached' });
  const stack = started.move();
  return {
    plainUrl: `${origin}/`,
    root,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
