/** Runs the built builder with Angular's own tools on a workspace of two apps. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, globSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, get as httpGet, type Server } from 'node:http';
import { get as httpsGet } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { protocolVersion } from '@annotate-mcp/core';
import { type JsonObject, type JsonSocket, openSocket } from '@annotate-mcp/hub/testing/json-socket';

import { startProcess, type StartedProcess } from './testing/started-process.ts';
import { component, createWorkspace, type Workspace } from './testing/workspace.ts';

const ng = join(import.meta.dirname, '../../../node_modules/@angular/cli/bin/ng.js');
const patience = 120_000;

let backend: Server;
let workspace: Workspace;
let production: Workspace;
let both: StartedProcess;
let producing: StartedProcess;

beforeAll(async () => {
  backend = createServer((request, response) => response.end(`backend ${request.url ?? ''}`));
  backend.on('upgrade', ({ headers }, socket) => {
    const key = `${headers['sec-websocket-key'] ?? ''}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    const upgrade = `Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accept}`;
    socket.end(`HTTP/1.1 101 Switching Protocols\r\n${upgrade}\r\n\r\n`);
  });
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  const proxied = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
  workspace = await createWorkspace(proxied);
  production = await createWorkspace(proxied);
  both = startProcess([join(import.meta.dirname, 'testing/serve-both.ts')], workspace.web);
  producing = startProcess([ng, 'serve', 'app', '-c', 'production'], production.web, { PORT: '0' });
});

afterAll(async () => {
  const processes = [both, producing];
  for (const each of processes) each.signal('SIGKILL');
  await Promise.all(processes.map(({ ended }) => ended));
  backend.close();
  await Promise.all([workspace, production].map((each) => each.remove()));
});

async function get(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const answer = url.startsWith('https:') ? httpsGet : httpGet;
    // A connection of its own: the server may close one that was kept at the moment when it is used again.
    answer(url, { rejectUnauthorized: false, headers, agent: false }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    }).on('error', reject);
  });
}

/** How often the apps were rebuilt after an edit, as they print it. */
function rebuilds(): { finished: number; goingOn: number } {
  const begun = both.output().match(/❯ Changes detected/g)?.length ?? 0;
  const finished = both.output().match(/[✔✖] Changes detected/g)?.length ?? 0;
  return { finished, goingOn: begun - finished };
}

async function manifestAt(url: string): Promise<unknown> {
  return JSON.parse((await get(`${url}__annotate/manifest`)).body);
}

function resumeSession(socket: JsonSocket<JsonObject>, url: string): Promise<JsonObject> {
  socket.send({ type: 'session:resume', protocol: protocolVersion, authorSecret: randomUUID(), url });
  return socket.first(({ type }) => type === 'session:created');
}

describe('two apps in one process', () => {
  let app: string;
  let shop: string;
  let appSocket: JsonSocket<JsonObject>;
  let shopSocket: JsonSocket<JsonObject>;

  beforeAll(async () => {
    const [inApp, inShop] = await Promise.all([
      both.printed(/app is at (.+)/),
      both.printed(/shop is at (.+)/),
    ]);
    [app, shop] = [inApp[1] ?? '', `${inShop[1] ?? ''}/`];
    // Opened before any HTTP request.
    [appSocket, shopSocket] = await Promise.all([
      openSocket(`${app}__annotate`),
      openSocket(`${shop}__annotate`),
    ]);
  }, patience);

  it('accept a WebSocket before any request, each for its own project, with the store at the git root', async () => {
    expect(new URL(app).protocol).toBe('http:');
    expect(new URL(shop)).toMatchObject({ protocol: 'https:', pathname: '/shop/' });
    expect(await resumeSession(appSocket, app)).toMatchObject({ session: { appId: 'web', active: true } });
    expect(await resumeSession(shopSocket, shop)).toMatchObject({ session: { appId: 'web/projects/shop' } });
    expect(existsSync(join(workspace.root, '.annotate/store.db'))).toBe(true);
    expect(existsSync(join(workspace.web, '.annotate'))).toBe(false);
  });

  it('do not serve .annotate through a link among the assets', async () => {
    for (const path of ['file.txt', 'folder/inside.txt', 'folder%2finside.txt', './folder//inside.txt'])
      expect([path, (await get(app + path)).body]).toEqual([path, 'The .annotate folder is not served.']);
    expect((await get(`${app}robots.txt`)).body).toBe('all');
  });

  it('serve the overlay and the manifest below every path', async () => {
    const inApp = {
      App: { component: 'web/src/app/app.ts', template: 'web/src/app/app.html', selector: 'app-root' },
    };
    const inShop = { Shop: { component: 'web/projects/shop/src/app/app.ts', selector: 'app-root' } };
    await expect.poll(() => manifestAt(app)).toEqual(inApp);
    await expect.poll(() => manifestAt(shop)).toEqual(inShop);
    expect(await manifestAt(new URL('/', shop).href)).toEqual(inShop);
    expect(await manifestAt(`${app}orders/5/`)).toEqual(inApp);
    const script = (await get(`${shop}__annotate/overlay.js`)).body;
    expect(script).toContain('"appId":"web/projects/shop"');
    expect(script).toContain(`"sourceRoot":${JSON.stringify(workspace.web)},"base":"/shop"`);
  });

  it('have file names relative to the workspace in compiled code, and do not change the tsconfig', async () => {
    const inApp = (await get(`${app}main.js`)).body;
    expect(inApp).toContain('attachSourceLocations("src/app/app.html"');
    expect(inApp).toContain('filePath: "src/app/app.ts"');
    expect(inApp).toContain('on development');
    const inShop = (await get(`${shop}main.js`)).body;
    expect(inShop).toContain('attachSourceLocations("projects/shop/src/app/app.ts"');
    expect(inShop).toContain('filePath: "projects/shop/src/app/app.ts"');
    expect(await readFile(join(workspace.web, 'tsconfig.app.json'), 'utf8')).not.toContain(
      'angularCompilerOptions',
    );
  });

  it('keep their own WebSockets, proxies and hot updates', async () => {
    expect((await get(`${shop}api/beans`)).body).toBe('backend /shop/api/beans');
    await expect((await openSocket(`${shop}api/live`)).closed).resolves.toBe(1006);
    const [, token = ''] = /wsToken = "(.+?)"/.exec((await get(`${app}@vite/client`)).body) ?? [];
    const hot = await openSocket(`${app}?token=${token}`, { protocols: ['vite-hmr'] });
    await hot.first(({ type }) => type === 'connected');
    // Angular sends updates only for components that were loaded.
    await get(app);
    await workspace.write('src/app/app.html', '<main>\n  <h1>Counter</h1>\n</main>\n');
    await expect(hot.first(({ event }) => event === 'angular:component-update')).resolves.toBeDefined();
  });

  it('tell only their own pages when a component was added or removed', async () => {
    const app2 = `${component('App', "templateUrl: './app.html'")}${component('Badge', "template: ''")
      .replace('app-root', 'app-badge')
      .replace(/^import.*\n/, '')}`;
    const updated = appSocket.first(({ type }) => type === 'manifest:update');
    const { finished } = rebuilds();
    await workspace.write('src/app/app.ts', app2);
    await updated;
    // The manifest is told before the rebuild is done.
    await expect.poll(() => rebuilds().finished, { timeout: patience }).toBeGreaterThan(finished);
    expect(await manifestAt(app)).toMatchObject({
      App: { template: 'web/src/app/app.html' },
      Badge: { component: 'web/src/app/app.ts', selector: 'app-badge' },
    });
    expect(await manifestAt(shop)).not.toHaveProperty('Badge');
  });

  it('refuse pages of other origins, and do not serve the store', async () => {
    const headers = { Origin: 'https://evil.example' };
    await expect(openSocket(`${app}__annotate`, { origin: headers.Origin })).rejects.toThrow('403');
    expect((await get(`${app}__annotate/manifest`, headers)).status).toBe(403);
    expect((await get(`${app}__annotate/manifest`, { Host: 'evil.example' })).status).toBe(403);
    const store = join(workspace.root, '.annotate/store.db');
    const stored = await get(`${app}@fs${store}`);
    expect(stored.status).toBe(403);
    expect(stored.body).not.toContain('SQLite format');
  });

  it('are not rebuilt when the store changes', () => {
    const builds = both.output().match(/bundle generation complete/g) ?? [];
    // One build of each app at the start, and one for each of the two edits above, which the watcher may report in two
    // steps or together. A watched store would cause a build for each message.
    expect(builds.length).toBeGreaterThanOrEqual(2);
    expect(builds.length).toBeLessThanOrEqual(6);
  });

  it('close the sockets of their pages with 1001, when stopped and on Ctrl+C', async () => {
    // esbuild, which both apps share, ends the process with an error when one of them is stopped during a rebuild.
    await expect.poll(() => rebuilds().goingOn, { timeout: patience }).toBe(0);
    both.write('stop\n');
    expect(await shopSocket.closed).toBe(1001);
    await both.printed(/the shop is closed/);
    await expect(openSocket(`${shop}__annotate`)).rejects.toThrow('ECONNREFUSED');
    expect((await get(`${app}__annotate/manifest`)).status).toBe(200);
    both.signal('SIGINT');
    expect(await appSocket.closed).toBe(1001);
    expect(await both.ended, both.output()).toBe('SIGINT');
    expect(both.output().match(/Annotate: press Alt\+Shift\+A in the page/g)).toHaveLength(2);
  });
});

it(
  'prints nothing and creates no files with a production configuration',
  async () => {
    const [, url = ''] = await producing.printed(/Local:\s+(\S+)/);
    const index = (await get(url)).body;
    const script = (await get(new URL(/src="(main[^"]*)"/.exec(index)?.[1] ?? '', url).href)).body;
    expect(script).toContain('Desk');
    expect(script).toContain('on production');
    expect(script).not.toMatch(/SourceLocations|src\/app/);
    // Every address that is not a file is a route of the app.
    expect((await get(`${url}__annotate/overlay.js`)).body).not.toContain('__ANNOTATE_LOADING__');
    producing.signal('SIGINT');
    expect(await producing.ended).toBe('SIGINT');
    expect(producing.output()).not.toMatch(/annotate/i);
    // What the workspace was made with, and nothing else.
    expect(readdirSync(join(production.root, '.annotate')).toSorted()).toEqual(['kept', 'kept.txt']);
    expect(globSync('.angular/**/annotate*', { cwd: production.web })).toEqual([]);
    expect(globSync('.angular/**/annotate*', { cwd: workspace.web })).toHaveLength(2);
  },
  patience,
);
