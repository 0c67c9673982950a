/** Serves the host page and, in its own document under the rules of a strict host, the view. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { build } from 'vite';

export interface HostServer extends AsyncDisposable {
  readonly url: string;
  /** What `/view` answers from now on. */
  setView(html: string): void;
}

// What a host gives to a view that asked for no domains.
const viewPolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'none'; frame-src 'none'; base-uri 'self'";

export async function serveHost(): Promise<HostServer> {
  const script = await bundleHostPage();
  let view = '';
  const server = createServer(({ url }, response) => {
    if (url === '/view') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.setHeader('content-security-policy', viewPolicy).end(view);
    } else if (url === '/host.js') response.setHeader('content-type', 'text/javascript').end(script);
    else if (url === '/') response.setHeader('content-type', 'text/html; charset=utf-8').end(hostHtml);
    else response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    setView: (html) => (view = html),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const hostHtml = `<!doctype html><html lang="en"><meta charset="utf-8"><title>host</title>
<style>html, body { height: 100%; margin: 0 } iframe { display: block; width: 100%; height: 100%; border: 0 }</style>
<body><script type="module" src="/host.js"></script></body></html>`;

async function bundleHostPage(): Promise<Buffer> {
  const outDir = await mkdtemp(join(tmpdir(), 'annotate-host-'));
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        outDir,
        lib: { entry: join(import.meta.dirname, 'host-page.ts'), formats: ['es'], fileName: () => 'host.js' },
      },
    });
    return await readFile(join(outDir, 'host.js'));
  } finally {
    await rm(outDir, { recursive: true });
  }
}
