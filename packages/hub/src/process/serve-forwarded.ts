/** The hub's side of forward.ts: takes the requests that the dev server passes on. */
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer, type Socket } from 'node:net';

import { parseJson } from '@annotate-mcp/core';
import { type GuardOptions, isSameToken, matchFor, type Router, setUserOfPeer } from '@annotate-mcp/http';

import type { ForwardedHead } from './messages.ts';

export interface ForwardedServer {
  /** The guard's options as the dev server has sent them with the last request. */
  readonly guard: GuardOptions;
  /** From now on requests are taken at the path. Rejects when no socket can be made there; another path may do. */
  readonly listen: (path: string, router: Router) => Promise<void>;
  readonly close: () => void;
}

/** Only connections that begin with the key are read further: other users of the machine may find the path. */
export function createForwardedServer(key: string): ForwardedServer {
  const guard: GuardOptions = {};
  const heads = new WeakMap<Socket, ForwardedHead>();
  const server = createServer({ allowHalfOpen: true });
  return {
    guard,
    listen(path, router) {
      const requests = createRequestServer(router, heads);
      const onConnection = (socket: Socket): void => {
        // The dev server ended, or its page left.
        socket.on('error', () => socket.destroy());
        readHead(socket, (head) => {
          if (head === null || !isSameToken(head.key, key)) {
            socket.destroy();
            return;
          }
          // What is not there was taken away since.
          Object.assign(guard, noGuard, head.guard);
          heads.set(socket, head);
          showPeer(socket, head);
          requests.emit('connection', socket);
          socket.resume();
        });
      };
      return new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(path, () => {
          server.off('error', reject).on('connection', onConnection);
          resolve();
        });
      });
    },
    close: () => void server.close(),
  };
}

/** Serves what is behind the first line of a connection. The dev server has limited the headers already. */
function createRequestServer(router: Router, heads: WeakMap<Socket, ForwardedHead>): Server {
  const server = createHttpServer({ requireHostHeader: false, maxHeaderSize: longestHead });
  const targetsOf = (socket: Socket) => heads.get(socket)?.targets ?? [];
  server.on('request', (request, response) => {
    const { originalUrl, isBodyLost = false } = heads.get(request.socket) ?? {};
    if (originalUrl !== undefined) Object.assign(request, { originalUrl });
    const handle = () =>
      void router.handle(matchFor(router, 'handle', targetsOf(request.socket)), request, response);
    // A handler finds the body read, as it would in the dev server, and says what to do about it.
    if (isBodyLost) request.once('end', handle).resume();
    else handle();
  });
  server.on('upgrade', (request, socket, head) => {
    void router.upgrade(matchFor(router, 'upgrade', targetsOf(request.socket)), request, socket, head);
  });
  return server;
}

const longestHead = 1024 * 1024;
const newLine = 0x0a;

/** Calls back with the first line as it was sent, or with `null` for what no dev server of ours sends. */
function readHead(socket: Socket, onHead: (head: ForwardedHead | null) => void): void {
  let bytes: Buffer = Buffer.alloc(0);
  const onData = (chunk: Buffer): void => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
    const end = bytes.indexOf(newLine);
    if (end === -1 && bytes.length < longestHead) return;
    socket.off('data', onData);
    socket.pause();
    if (end !== -1 && end + 1 < bytes.length) socket.unshift(bytes.subarray(end + 1));
    onHead(end === -1 ? null : parseHead(bytes.toString('utf8', 0, end)));
  };
  socket.on('data', onData);
}

/** What has the key comes from the same release of this package, so only its form is checked. */
function parseHead(line: string): ForwardedHead | null {
  try {
    const value = parseJson(line) as ForwardedHead | null;
    return typeof value?.key === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** The guard looks at the connection of the page, not at the one with the dev server. */
function showPeer(socket: Socket, { peer: { user, ...addresses } }: ForwardedHead): void {
  setUserOfPeer(socket, user);
  // One that is not known has to hide that of the connection with the dev server.
  for (const name of addressNames) Object.defineProperty(socket, name, { value: addresses[name] });
}

const addressNames = ['remoteAddress', 'remotePort', 'localAddress', 'localPort', 'encrypted'] as const;

const noGuard: Record<keyof GuardOptions, undefined> = {
  allowedHosts: undefined,
  allowedOrigins: undefined,
  extensionIds: undefined,
  network: undefined,
  token: undefined,
  trustForwarded: undefined,
};
