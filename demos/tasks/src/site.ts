/** Serves the pages of the tasks, and keeps what each of them tells about its state. */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { bundlePage } from './bundle-page.ts';
import { installLibraries, librariesFolder } from './install-libraries.ts';

const pages = join(import.meta.dirname, '../pages');

export const januaryCsv = 'day,visitors\n1,120\n2,95\n';

export interface TaskSite extends AsyncDisposable {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  /** The state that the pages of this run told last; `undefined` before they told any. */
  stateOf(run: string): unknown;
}

interface Told {
  readonly at: number;
  readonly state: unknown;
}

export async function startTaskSite(): Promise<TaskSite> {
  const told = new Map<string, Told>();
  const server = createServer((request, response) => {
    answer(request, response, told).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error));
    });
  });
  // Without an address: two names lead here, which are two origins.
  server.listen(0);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The site has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    stateOf: (run) => told.get(run)?.state,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  told: Map<string, Told>,
): Promise<void> {
  const { host = '' } = request.headers;
  const { pathname } = new URL(request.url ?? '/', 'http://site');
  const [, name = '', run = ''] = pathname.split('/');
  if (name === 'told') {
    const { at, state } = JSON.parse(await text(request)) as Told;
    // Two requests of a page may overtake each other.
    if (at >= (told.get(run)?.at ?? 0)) told.set(run, { at, state });
    response.writeHead(204).end();
  } else if (pathname === '/january.csv') {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment' });
    response.end(januaryCsv);
  } else {
    await servePage(name, host, response);
  }
}

/** How long the slow page takes. */
const slowMs = 3_000;

async function servePage(name: string, host: string, response: ServerResponse): Promise<void> {
  const body = /^[\w-]+$/.test(name) ? await bodyOf(name) : null;
  if (body === null) {
    response.writeHead(404).end('nothing');
    return;
  }
  if (name.startsWith('slow-')) await new Promise((resolve) => setTimeout(resolve, slowMs));
  const elsewhere = host.startsWith('localhost')
    ? host.replace('localhost', '127.0.0.1')
    : host.replace('127.0.0.1', 'localhost');
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title>
<link rel="icon" href="data:,"><script>${tellScript}</script><body>${body.replaceAll('ELSEWHERE', `http://${elsewhere}`)}`);
}

/** `null` if there is no such page. */
async function bodyOf(name: string): Promise<string | null> {
  const html = join(pages, `${name}.html`);
  if (existsSync(html)) return readFileSync(html, 'utf8');
  const script = scriptOf(pages, name);
  if (script !== undefined) return bundlePage(script);
  const libraryScript = scriptOf(librariesFolder, name);
  if (libraryScript === undefined) return null;
  await installLibraries();
  return bundlePage(libraryScript);
}

function scriptOf(folder: string, name: string): string | undefined {
  return ['tsx', 'ts'].map((type) => join(folder, `${name}.${type}`)).find((file) => existsSync(file));
}

const tellScript = `window.tell = (state) => {
  const run = new URLSearchParams(location.search).get('run');
  const at = performance.timeOrigin + performance.now();
  fetch('/told/' + run, { method: 'POST', keepalive: true, body: JSON.stringify({ at, state }) });
};`;
