/** Serves a page of many elements, with or without the hub. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createHub } from '@annotate-mcp/hub';
import { openStore, type Store } from '@annotate-mcp/store';

export interface PageServer extends AsyncDisposable {
  url: string;
  root: string;
  store: Store;
}

export async function servePage(elements: number, overlay: boolean): Promise<PageServer> {
  const root = mkdtempSync(join(tmpdir(), 'annotate-bench-'));
  const store = await openStore(undefined, { root });
  const hub = await createHub({ store, projectRoot: root, onError: (error) => console.error(error) });
  const html = page(elements, overlay ? `<script type="module" src="${hub.scriptPath}"></script>` : '');
  const server = createServer((request, response) => {
    if (request.url === '/') response.setHeader('content-type', 'text/html').end(html);
    else response.writeHead(204).end();
  });
  hub.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    root,
    store,
    [Symbol.asyncDispose]: async () => {
      await hub.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await store.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

/** Rows of nested boxes with different texts; a row has four elements. */
function page(elements: number, head: string): string {
  const rows = Array.from(
    { length: Math.ceil(elements / 4) },
    (_, row) => `<div class="row" id="row-${row}"><section><p>Row <b>${row}</b></p></section></div>`,
  );
  return `<!doctype html><html lang="en"><head><title>Rows</title>${head}
<style>main { display: grid; grid-template-columns: repeat(20, 1fr) } p { margin: 4px }</style></head>
<body><main>${rows.join('\n')}</main></body></html>`;
}
