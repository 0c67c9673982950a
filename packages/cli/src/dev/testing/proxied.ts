/** A dev server and a proxy in front of it, both in this process. Closed with the test. */
import { createServer, type IncomingMessage, request as requestHttp, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';

import { onTestFinished } from 'vitest';

import { listenWith } from '@annotate-mcp/http';
import { selfSigned } from '@annotate-mcp/http/testing/self-signed';

import { maxHeaderSize } from '../proxy/forward.ts';
import { addProxy } from '../proxy/proxy.ts';
import { openUpstream, type Upstream } from '../proxy/upstream.ts';

export interface Proxied {
  /** `http://localhost:port` of the proxy. */
  readonly origin: string;
  readonly port: number;
  readonly upstream: URL;
  readonly server: Server;
  /** Asks as a browser does that navigates there. */
  readonly visit: (path?: string, options?: AskOptions) => Promise<Answer>;
  /** Asks as a script of the page does. */
  readonly fetch: (path?: string, options?: AskOptions) => Promise<Answer>;
}

export interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
  readonly text: string;
}

/** The name under which the proxy shows a dev server that is elsewhere. */
export const elsewhere = 'app-shop-example.localhost';

interface ProxiedOptions {
  readonly isTls?: boolean;
  /** The name by which the proxy is told to ask the dev server. */
  readonly name?: string;
  /** The dev server counts as one on another machine. */
  readonly isElsewhere?: boolean;
  readonly note?: (line: string) => void;
  readonly arrivalMs?: number;
}

export async function startProxied(
  handle: RequestListener,
  { isTls = false, name = 'localhost', isElsewhere = false, ...noting }: ProxiedOptions = {},
): Promise<Proxied> {
  const server = isTls ? createTlsServer(selfSigned(), handle) : createServer({ maxHeaderSize }, handle);
  const url = new URL(`${isTls ? 'https' : 'http'}://${name}:${await portOf(server)}`);
  const here = await openUpstream(url, false);
  const upstream = isElsewhere ? { ...here, ownName: elsewhere } : here;
  return { ...(await startProxy(() => upstream, noting)), upstream: url, server };
}

export async function startProxy(
  upstream: () => Upstream | null,
  noting: Pick<ProxiedOptions, 'note' | 'arrivalMs'> = {},
) {
  const listener = await listenWith(
    (server) => addProxy(server, { upstream, scriptPath: '/__annotate/overlay.js', ...noting }),
    { host: '127.0.0.1', port: 0, graceMs: 0, maxHeaderSize },
  );
  onTestFinished(() => listener.close());
  const { port } = listener;
  const ask = (path: string, options: AskOptions, destination: string) =>
    askAt(port, path, { ...options, headers: { 'sec-fetch-dest': destination, ...options.headers } });
  return {
    port,
    origin: `http://localhost:${port}`,
    visit: (path = '/', options: AskOptions = {}) => ask(path, options, 'document'),
    fetch: (path = '/', options: AskOptions = {}) => ask(path, options, 'empty'),
  };
}

async function portOf(server: Server & { closeAllConnections: () => void }): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function askAt(
  port: number,
  path: string,
  { method = 'GET', headers, body }: AskOptions,
): Promise<Answer> {
  const answer = await open(port, path, {
    method,
    headers: headers ?? {},
    ...(body !== undefined && { body }),
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  return { status: answer.statusCode ?? 0, headers: answer.headers, bytes, text: bytes.toString() };
}

/** Resolves with the head; the body is the caller's to read. */
export async function open(port: number, path: string, { method = 'GET', headers, body }: AskOptions = {}) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const asked = requestHttp({
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: { host: `localhost:${port}`, ...headers },
      agent: false,
      maxHeaderSize,
    });
    asked.once('response', resolve).once('error', reject);
    asked.end(body);
  });
}
