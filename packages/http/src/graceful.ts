import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

import { offersWebSocket } from './upgrade-offer.ts';

/**
 * Returns the server's `close`, to be called any number of times: new connections are refused at once, idle
 * ones end, open answers and upgraded sockets have `graceMs` to finish. Call before other listeners are added.
 */
export function graceful(server: Server, graceMs: number): () => Promise<void> {
  const upgraded = trackUpgraded(server);
  const open = trackOpen(server);
  let closed: Promise<void> | undefined;
  return () => (closed ??= close(server, upgraded, open, graceMs));
}

// Node forgets a socket once it is upgraded: closeAllConnections() leaves it open.
function trackUpgraded(server: Server): ReadonlySet<Duplex> {
  const sockets = new Set<Duplex>();
  server.on('upgrade', (request, socket: Duplex) => {
    // Other offers are declined and go on as ordinary requests.
    if (!offersWebSocket(request)) return;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

function trackOpen(server: Server): ReadonlySet<ServerResponse> {
  const open = new Set<ServerResponse>();
  server.on('request', (_request, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return open;
}

async function close(
  server: Server,
  upgraded: ReadonlySet<Duplex>,
  open: ReadonlySet<ServerResponse>,
  graceMs: number,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const lastCall = setTimeout(() => {
      server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
    }, graceMs);
    server.close(() => {
      clearTimeout(lastCall);
      resolve();
    });
    // A connection that turns idle from now on would be kept alive until its timeout.
    for (const response of open) response.once('close', () => response.req.socket.destroySoon());
    for (const socket of upgraded) socket.end();
  });
}
