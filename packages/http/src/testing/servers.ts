import type { Server as NetServer } from 'node:net';

import { onTestFinished } from 'vitest';

import { listen, type Listener, type ListenOptions } from '../listen.ts';
import { createRouter, type RouterOptions } from '../router.ts';

/** Starts a server of another program on loopback and ends it, with its connections, after the test. */
export async function started(server: NetServer, host = '127.0.0.1'): Promise<number> {
  const sockets = new Set<{ destroy(): unknown }>();
  server.on('connection', (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen({ port: 0, host }, resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The test server has no TCP address.');
  return address.port;
}

/** A listener of ours that is closed after the test; what its handlers throw by mistake is in `errors`. */
export async function listening(
  options: Omit<RouterOptions, 'onError'>,
  where: Partial<ListenOptions> = {},
): Promise<Listener & { errors: unknown[] }> {
  const errors: unknown[] = [];
  const router = createRouter({ ...options, onError: (error) => errors.push(error) });
  const listener = await listen(router, { port: 0, graceMs: 0, ...where });
  onTestFinished(() => listener.close());
  return { ...listener, errors };
}
