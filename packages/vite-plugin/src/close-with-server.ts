import type { ViteDevServer } from 'vite';

/**
 * Runs `close` once, before the server closes: Vite ends every connection at once, so pages have to be told before
 * that the server closes.
 */
export function closeWithServer(server: ViteDevServer, close: () => Promise<void>): void {
  let closing: Promise<void> | undefined;
  const closeOnce = () => (closing ??= close());

  const closeServer = server.close.bind(server);
  server.close = async () => {
    await waitIgnoringErrors(closeOnce());
    await closeServer();
  };
  // Since Vite 8 a restart does not call `close`.
  const internal: { _closeServer?: (reason: string) => Promise<void> } = server as object;
  const closeInternally = internal._closeServer;
  if (typeof closeInternally === 'function') {
    internal._closeServer = async (reason) => {
      await waitIgnoringErrors(closeOnce());
      await closeInternally(reason);
    };
  }
  // For later versions of Vite that close the server in another way.
  server.httpServer?.once('close', () => void waitIgnoringErrors(closeOnce()));
}

// The server has to close even when the hub cannot be closed.
async function waitIgnoringErrors(closing: Promise<void>): Promise<void> {
  await Promise.allSettled([closing]);
}
