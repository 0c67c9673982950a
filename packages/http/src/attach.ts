/**
 * Serves a router on a server that another program created, and leaves everything else on it as it was; only our own
 * cookies are taken out of the requests of the app.
 */

import type { EventEmitter } from 'node:events';
import { IncomingMessage, ServerResponse, type Server as HttpServer } from 'node:http';
import {
  Http2ServerRequest,
  Http2ServerResponse,
  type Http2SecureServer,
  type Http2Server,
} from 'node:http2';
import type { Server as HttpsServer } from 'node:https';
import { Duplex } from 'node:stream';

import { hideOurCookies } from './cookies.ts';
import type { Router } from './router.ts';
import { targetsOf } from './target.ts';
import { declineUpgrade, offersWebSocket } from './upgrade-offer.ts';

/** HTTP/2 servers must serve through `request` listeners; WebSockets on them need `allowHTTP1`. */
export type AttachableServer = HttpServer | HttpsServer | Http2Server | Http2SecureServer;

/**
 * Returns the way to detach. Sockets that an upgrade handler has taken by then stay with that handler.
 *
 * `emit` is replaced on this one server, because a listener cannot keep the others from seeing a request:
 * the app would answer our paths a second time, and `ws` servers answer every upgrade that is not theirs
 * with 400.
 */
export function attach(server: AttachableServer, router: Router): () => void {
  const attached = attachments.get(server) ?? interceptEmit(server);
  attachments.set(server, attached);
  // An entry of its own, so that attaching one router twice takes detaching twice.
  const entry = { router };
  attached.entries.add(entry);
  return () => {
    if (attached.entries.delete(entry) && attached.entries.size === 0) {
      attached.restore();
      attachments.delete(server);
    }
  };
}

interface Attachment {
  readonly entries: Set<{ readonly router: Router }>;
  restore(): void;
}

const attachments = new WeakMap<AttachableServer, Attachment>();

function interceptEmit(server: AttachableServer): Attachment {
  const entries: Attachment['entries'] = new Set();
  const before = Object.getOwnPropertyDescriptor(server, 'emit');
  const emitter: EventEmitter = server;
  const original: Emit = emitter.emit.bind(emitter);
  const emit: Emit = (event, ...args) => claim(entries, server, event, args) || original(event, ...args);
  Object.defineProperty(server, 'emit', { value: emit, configurable: true, writable: true });
  // Node emits `upgrade` only on a server that has a listener for it.
  const decline = declineUnheard(server);
  server.on('upgrade', decline);
  return {
    entries,
    restore() {
      server.off('upgrade', decline);
      // Code that replaced it later calls this one, which without entries only passes the request on.
      if (emitter.emit !== emit) return;
      if (before === undefined) Reflect.deleteProperty(server, 'emit');
      else Object.defineProperty(server, 'emit', before);
    },
  };
}

type Emit = (event: string | symbol, ...args: unknown[]) => boolean;

function claim(
  entries: Attachment['entries'],
  server: AttachableServer,
  event: string | symbol,
  args: unknown[],
): boolean {
  if (event === 'upgrade' && isUpgrade(args)) return claimUpgrade(entries, server, ...args);
  const continued = event === 'checkContinue';
  if ((event !== 'request' && !continued) || !isExchange(args)) return false;
  const [request, response] = args;
  for (const { router } of entries) {
    const match = router.find('handle', targetsOf(request));
    if (match === null) continue;
    if (continued) response.writeContinue();
    void router.handle(match, request, response);
    return true;
  }
  passOn(request);
  return false;
}

/** What the app passes on to other servers has nothing of ours. */
function passOn(request: IncomingMessage): void {
  try {
    hideOurCookies(request);
  } catch {
    // Something has replaced or frozen the headers. It is the app's request, which must not end the app.
  }
}

function claimUpgrade(
  entries: Attachment['entries'],
  server: AttachableServer,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): boolean {
  for (const { router } of entries) {
    const match = router.find('upgrade', targetsOf(request));
    if (match === null) continue;
    if (offersWebSocket(request)) void router.upgrade(match, request, socket, head);
    else declineUpgrade(server, request, socket, head);
    return true;
  }
  passOn(request);
  return false;
}

function declineUnheard(server: AttachableServer) {
  const decline = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const others = server.listeners('upgrade').some((listener) => listener !== decline);
    if (!others) declineUpgrade(server, request, socket, head);
  };
  return decline;
}

// Node's HTTP/2 compatibility objects are made to be used as HTTP/1 ones, as every framework does.
function isExchange(args: unknown[]): args is [IncomingMessage, ServerResponse] {
  const [request, response] = args;
  return (
    (request instanceof IncomingMessage || request instanceof Http2ServerRequest) &&
    (response instanceof ServerResponse || response instanceof Http2ServerResponse)
  );
}

function isUpgrade(args: unknown[]): args is [IncomingMessage, Duplex, Buffer] {
  const [request, socket, head] = args;
  return request instanceof IncomingMessage && socket instanceof Duplex && Buffer.isBuffer(head);
}
