import type { ViteDevServer } from 'vite';

/**
 * Runs `close` once, before the server closes: Vite ends every connection at once, and until then pages can still be
 * told that the server goes away.
 */
export function closeWithServer(server: ViteDevServer, close: () => Promise<void>): void {
  let closing: Promise<void> | undefined;
  const closeOnce = () => (closing ??= close());

  const closeServer = server.close.bind(server);
  server.close = async () => {
    await settled(closeOnce());
    await closeServer();
  };
  // From Vite 8 on a restart does not go through `close`.
  const internal: { _closeServer?: (reason: string) => Promise<void> } = server as object;
  const closeInternally = internal._closeServer;
  if (typeof closeInternally === 'function') {
    internal._closeServer = async (reason) => {
      await settled(closeOnce());
      await closeInternally(reason);
    };
  }
  // Whatever way a later Vite takes, nothing outlives the server.
  server.httpServer?.once('close', () => void settled(closeOnce()));
}

// The server closes also when we cannot.
async function settled(closing: Promise<void>): Promise<void> {
  await Promise.allSettled([closing]);
}
