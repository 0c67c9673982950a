/** Servers whose HTML does not go through `transformIndexHtml`. */
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, type IncomingHttpHeaders } from 'node:http2';

import type { Plugin } from 'vite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { selfSigned } from '@annotate-mcp/hub/testing/self-signed';
import { createApp } from '@annotate-mcp/unplugin/testing/app';

import { annotate } from './plugin.ts';
import { createDevServer } from './testing/dev-server.ts';

beforeEach(() => void vi.stubEnv('VITEST', undefined));
afterEach(() => void vi.unstubAllEnvs());

const page = '<!doctype html><html><head></head><body>rendered</body></html>';
const tag = '<script type="module" src="/__annotate/overlay.js"></script>';
const tagged = page.replace('<head>', `<head>${tag}`);
const accept = { accept: 'text/html' };
const withoutNonce = (html: string) => html.replace(/ nonce="[^"]+"/, '');

/** Like SvelteKit and React Router: after all middleware of Vite. */
const renderer: Plugin = {
  name: 'renderer',
  configureServer: (vite) => () => {
    vite.middlewares.use((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': page.length });
      response.end(page);
    });
  },
};

describe('a page that', () => {
  it('a framework renders in Vite has the overlay, wherever its plugin is listed', async () => {
    await using app = await createApp({});
    for (const plugins of [
      [annotate(), renderer],
      [renderer, annotate()],
    ]) {
      await using server = await createDevServer(app, { plugins, appType: 'custom' });
      await server.vite.listen();
      const html = await (await fetch(`${server.origin()}/any/where`, { headers: accept })).text();
      expect(withoutNonce(html)).toBe(tagged);
    }
  });

  it('is rendered over HTTP/2 has the overlay', async () => {
    await using app = await createApp({});
    await using server = await createDevServer(app, {
      plugins: [annotate(), renderer],
      appType: 'custom',
      server: { https: selfSigned() },
    });
    await server.vite.listen();
    const session = connect(server.origin(), { rejectUnauthorized: false });
    const stream = session.request({ ':path': '/', ...accept });
    const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders];
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    session.close();
    expect(headers['content-length']).toBeUndefined();
    expect(withoutNonce(String(Buffer.concat(chunks)))).toBe(tagged);
  });

  it('a server with Vite in middleware mode renders has the overlay once, with and without transformIndexHtml', async () => {
    await using app = await createApp({});
    await using server = await createDevServer(app, {
      plugins: [annotate()],
      appType: 'custom',
      server: { middlewareMode: true, ws: false },
    });
    const around = createHttpServer((request, response) => {
      server.vite.middlewares(request, response, async () => {
        const html = request.url === '/asks' ? await server.vite.transformIndexHtml('/', page) : page;
        response.setHeader('Content-Type', 'text/html').end(html);
      });
    }).listen(0, '127.0.0.1');
    await once(around, 'listening');
    const address = around.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
    for (const path of ['/asks', '/does-not-ask']) {
      const html = await (await fetch(origin + path, { headers: accept })).text();
      expect(withoutNonce(html).split(tag)).toHaveLength(2);
    }
    around.close();
    around.closeAllConnections();
  });

  it('comes from a backend behind the proxy has the overlay', async () => {
    const backend = createHttpServer((_, response) =>
      response.setHeader('Content-Type', 'text/html').end(page),
    );
    backend.listen(0, '127.0.0.1');
    await once(backend, 'listening');
    const address = backend.address();
    const target = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
    await using app = await createApp({});
    await using server = await createDevServer(app, {
      plugins: [annotate()],
      server: { proxy: { '^/(?!__annotate)': target } },
    });
    await server.vite.listen();
    const html = await (await fetch(`${server.origin()}/`, { headers: accept })).text();
    expect(withoutNonce(html)).toBe(tagged);
    backend.close();
    backend.closeAllConnections();
  });
});
