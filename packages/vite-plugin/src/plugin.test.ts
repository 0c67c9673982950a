import { once } from 'node:events';
import { readdir, rm, stat } from 'node:fs/promises';
import { createServer as createHttpServer, get } from 'node:http';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { createLogger, type InlineConfig, type Logger } from 'vite';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { openSocket } from '@annotate-mcp/hub/testing/json-socket';
import { selfSigned } from '@annotate-mcp/hub/testing/self-signed';
import { type App, createApp } from '@annotate-mcp/unplugin/testing/app';

import { annotate } from './plugin.ts';
import { createDevServer, type DevServer } from './testing/dev-server.ts';

const files = {
  'index.html':
    '<!doctype html>\n<html><head></head><body>\n  <div id="app"></div>\n<script type="module" src="/src/main.ts"></script></body></html>\n',
  'src/main.ts': "import 'virtual:annotate';\nexport const a = 1;\n",
  'src/card.ts': "export class XCard extends HTMLElement {}\ncustomElements.define('x-card', XCard);\n",
};
const tag = '<script type="module" src="/__annotate/overlay.js"></script>';

// A request to this address comes from the network and not from this machine.
const ownAddress = Object.values(networkInterfaces())
  .flat()
  .find((each) => each?.family === 'IPv4' && !each.internal)?.address;

// The plugin is off under Vitest; these tests need it on.
beforeEach(() => void vi.stubEnv('VITEST', undefined));
afterEach(() => void vi.unstubAllEnvs());

async function listen(app: App, config: InlineConfig = {}) {
  const server = await createDevServer(app, { plugins: [annotate()], ...config });
  await server.vite.listen();
  return server;
}

async function fetchText(url: string): Promise<string> {
  return (await fetch(url, { headers: { accept: 'text/html' } })).text();
}

describe('annotate', () => {
  it('adds the overlay to the page as a file, not inline', async () => {
    await using app = await createApp(files);
    await using server = await listen(app);
    const html = await fetchText(`${server.origin()}/`);
    expect(html).toContain(tag);
    expect(html).toContain('<div data-annotate-source="index.html:3:3" id="app">');
    // The hub opens when the page asks for its script.
    expect((await fetch(`${server.origin()}/__annotate/overlay.js`)).status).toBe(200);
    expect((await stat(join(app.root, '.annotate/store.db'))).isFile()).toBe(true);
  });

  it('lets Vite add the nonce of a strict page', async () => {
    await using app = await createApp(files);
    await using server = await listen(app, { html: { cspNonce: 'abc' } });
    const html = await fetchText(`${server.origin()}/`);
    expect(html).toContain('src="/__annotate/overlay.js" nonce="abc"');
    expect(html).toContain('<div data-annotate-source="index.html:3:3" id="app">');
  });

  it('serves the manifest of the transformed modules, without deleted files', async () => {
    await using app = await createApp(files);
    await using server = await listen(app);
    await server.code('/src/card.ts');
    const manifest = async (): Promise<unknown> =>
      (await fetch(`${server.origin()}/__annotate/manifest`)).json();
    expect(await manifest()).toEqual({ XCard: { component: 'src/card.ts', selector: 'x-card' } });
    // The watcher does not report files that are deleted before it has found them.
    await expect.poll(() => server.vite.watcher.getWatched()[join(app.root, 'src')]).toContain('card.ts');
    await rm(join(app.root, 'src/card.ts'));
    await expect.poll(manifest).toEqual({});
  });

  it('works below a base path', async () => {
    await using app = await createApp(files);
    await using server = await listen(app, { base: '/app/' });
    expect(await fetchText(`${server.origin()}/app/`)).toContain('src="/app/__annotate/overlay.js"');
    expect((await fetch(`${server.origin()}/app/__annotate/manifest`)).status).toBe(200);
    expect(await server.code('virtual:annotate')).toContain('"/app/__annotate/overlay.js"');
    const { closed } = await openSocket(`${server.origin()}/app/__annotate`);
    await server.vite.close();
    expect(await closed).toBe(1001);
  });

  it('closes the sockets of pages with 1001 when the server closes or restarts', async () => {
    await using app = await createApp(files);
    await using server = await listen(app);
    const before = await openSocket(`${server.origin()}/__annotate`);
    await server.vite.restart();
    expect(await before.closed).toBe(1001);
    const after = await openSocket(`${server.origin()}/__annotate`);
    expect(await fetchText(`${server.origin()}/`)).toContain(tag);
    await server.vite.close();
    expect(await after.closed).toBe(1001);
  });

  it('can be closed while the hub is being opened, and started again', async () => {
    await using app = await createApp(files);
    const server = await listen(app);
    const { httpServer } = server.vite;
    const script = fetch(`${server.origin()}/__annotate/overlay.js`).catch(() => null);
    if (httpServer !== null) await once(httpServer, 'connection');
    await server.vite.close();
    await script;
    await using again = await listen(app);
    expect((await fetch(`${again.origin()}/__annotate/overlay.js`)).status).toBe(200);
  });

  it('works after its config file has changed', async () => {
    // Node loads the config file, and gets the plugin under test from here.
    Reflect.set(globalThis, 'annotate', annotate);
    const config = (title: string) =>
      `export default { plugins: [globalThis.annotate()], define: { title: '"${title}"' } };\n`;
    await using app = await createApp({ ...files, 'vite.config.js': config('a') });
    await using server = await listen(app, { configFile: join(app.root, 'vite.config.js'), plugins: [] });
    const before = await openSocket(`${server.origin()}/__annotate`);
    await app.write('vite.config.js', config('b'));
    expect(await before.closed).toBe(1001);
    await expect.poll(() => fetchText(`${server.origin()}/`).catch(() => '')).toContain(tag);
    // Vite may see the file twice, empty and written, and start again twice.
    const reopen = () => openSocket(`${server.origin()}/__annotate`).catch(() => null);
    const after = await vi.waitUntil(reopen, { timeout: 30_000 });
    await server.vite.close();
    expect(await after.closed).toBe(1001);
  });

  it('works in middleware mode, on a server that it finds with the first request', async () => {
    await using app = await createApp(files);
    const lines: string[] = [];
    const settings = {
      plugins: [annotate()],
      customLogger: collecting(lines),
      appType: 'custom' as const,
      server: { middlewareMode: true, ws: false as const },
    };
    await using server = await createDevServer(app, settings);
    const around = createHttpServer(server.vite.middlewares).listen(0, '127.0.0.1');
    await once(around, 'listening');
    const address = around.address();
    const origin = `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
    expect((await fetch(`${origin}/__annotate/manifest`)).status).toBe(200);
    expect(await server.vite.transformIndexHtml('/', '<head></head>')).toContain(tag);
    expect(lines.join('\n')).toContain('press Alt+Shift+A');
    const { closed } = await openSocket(`${origin}/__annotate`);
    await server.vite.close();
    expect(await closed).toBe(1001);
    around.close();
    around.closeAllConnections();
    // Nuxt has two such servers with the same plugins.
    await using second = await createDevServer(app, settings);
    expect(second.vite.config.server.middlewareMode).toBe(true);
    expect(lines.filter((line) => line.includes('press Alt+Shift+A'))).toHaveLength(1);
  });

  it.each([
    { what: 'starts a hub for a server that serves pages', ssr: false, files: ['store.db'] },
    { what: 'starts none for one that only renders them, as the second of Nuxt', ssr: true, files: [] },
  ])('$what, some time after it has started', async ({ ssr, files: expected }) => {
    await using app = await createApp(files);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    await using server = await createDevServer(app, {
      plugins: [annotate()],
      appType: 'custom',
      server: { middlewareMode: true, ws: false },
      build: { ssr },
    });
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    // Waits for a hub that is being opened.
    await server.vite.close();
    const found = await readdir(join(app.root, '.annotate')).catch(() => []);
    expect(found.filter((name) => name === 'store.db')).toEqual(expected);
  });

  it('works over HTTPS', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    await using app = await createApp(files);
    await using server = await listen(app, { server: { https: selfSigned() } });
    expect(await fetchText(`${server.origin()}/`)).toContain(tag);
    const { closed } = await openSocket(`${server.origin()}/__annotate`);
    await server.vite.close();
    expect(await closed).toBe(1001);
  });

  it.each([
    { name: 'answers to a host that Vite allows', allowedHosts: ['app.test'], status: 200 },
    { name: 'refuses a host that Vite does not know', allowedHosts: [], status: 403 },
  ])('$name', async ({ allowedHosts, status }) => {
    await using app = await createApp(files);
    await using server = await listen(app, { server: { allowedHosts } });
    const request = get(`${server.origin()}/__annotate/manifest`, { headers: { host: 'app.test' } });
    const [response] = (await once(request, 'response')) as [{ statusCode: number; resume(): void }];
    response.resume();
    expect(response.statusCode).toBe(status);
  });

  it('does not serve the store as a file', async () => {
    await using app = await createApp(files);
    await using server = await listen(app);
    for (const path of [
      '/.annotate/store.db',
      `/@fs${app.root}/.annotate/store.db`,
      '/.annotate/store.db?raw',
    ]) {
      expect((await fetch(`${server.origin()}${path}`)).status).toBe(403);
    }
  });

  it('tells how to start annotating, once, below the URLs', async () => {
    const lines: string[] = [];
    await using app = await createApp(files);
    await using server = await listen(app, { customLogger: collecting(lines) });
    server.vite.printUrls();
    await server.vite.restart();
    lines.length = 0;
    server.vite.printUrls();
    expect(lines.filter((line) => line.includes('Annotate'))).toEqual([
      expect.stringContaining('press Alt+Shift+A in the page (Option+Shift+A on macOS)'),
    ]);
    expect(lines.at(-1)).toContain('Annotate');
  });

  it.skipIf(ownAddress === undefined)(
    'gives other machines access through the printed link only',
    async () => {
      const lines: string[] = [];
      await using app = await createApp(files);
      const server = { host: '0.0.0.0' };
      await using open = await listen(app, {
        plugins: [annotate({ network: true })],
        server,
        customLogger: collecting(lines),
      });
      await using closed = await listen(app, { server });
      const manifest = async ({ origin }: DevServer, headers = {}) =>
        fetch(`${origin().replace('127.0.0.1', ownAddress ?? '')}/__annotate/manifest`, { headers });
      expect((await manifest(closed)).status).toBe(403);
      expect((await manifest(open)).status).toBe(401);
      open.vite.printUrls();
      const link = /http\S+apiKey=\S+/.exec(stripVTControlCharacters(lines.join('\n')))?.[0] ?? '';
      const entered = await fetch(link, { redirect: 'manual' });
      expect(entered.status).toBe(303);
      const cookie = entered.headers.get('set-cookie')?.split(';')[0];
      expect((await manifest(open, { cookie })).status).toBe(200);
    },
  );

  it('starts the app without annotations when the store cannot be read, and prints the reason', async () => {
    const lines: string[] = [];
    await using app = await createApp({ ...files, 'review.json': '{ not json' });
    await using server = await listen(app, {
      plugins: [annotate({ store: 'json:review.json' })],
      customLogger: collecting(lines),
    });
    const script = await fetch(`${server.origin()}/__annotate/overlay.js`);
    expect(await script.text()).toContain('export {};');
    expect(lines.filter((line) => /annotate is off: .*review\.json/.test(line))).toHaveLength(1);
    expect(await fetchText(`${server.origin()}/`)).not.toContain('__annotate');
    expect(await server.code('virtual:annotate')).not.toContain('__annotate');
  });

  it('is off in a test run', async () => {
    vi.stubEnv('VITEST', 'true');
    await using app = await createApp(files);
    await using server = await listen(app);
    expect(await fetchText(`${server.origin()}/`)).not.toContain('annotate');
    expect(await server.code('virtual:annotate')).not.toContain('overlay');
  });

  it('resolves virtual:annotate to an empty module for server rendering', async () => {
    await using app = await createApp(files);
    await using server = await listen(app);
    const code = (await server.vite.environments.ssr.transformRequest('virtual:annotate'))?.code;
    expect(code).not.toContain('overlay');
  });

  it('excludes its own files from the watcher, and does not switch on a watcher that is off', async () => {
    await using app = await createApp(files);
    await using server = await listen(app, { server: { watch: { ignored: ['**/mine/**'] } } });
    expect(server.vite.config.server.watch?.ignored).toEqual(['**/mine/**', '**/.annotate/**']);
    await using unwatched = await listen(app, { server: { watch: null } });
    expect(unwatched.vite.config.server.watch).toBeNull();
  });
});

function collecting(lines: string[]): Logger {
  const add = (line: string) => void lines.push(line);
  return { ...createLogger('silent'), info: add, warn: add, error: add };
}
