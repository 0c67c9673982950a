import { join } from 'node:path';

import { createServer, type InlineConfig, type ViteDevServer } from 'vite';

import type { App } from '@annotate-mcp/unplugin/testing/app';

export interface DevServer extends AsyncDisposable {
  readonly vite: ViteDevServer;
  /** `http://localhost:1234`, once it listens. */
  readonly origin: () => string;
  /** The code that a browser gets for this URL after all plugins. */
  readonly code: (url: string) => Promise<string>;
}

/** A dev server with its own port and cache that does not listen yet. */
export async function createDevServer(app: App, { server, ...config }: InlineConfig): Promise<DevServer> {
  const vite = await createServer({
    root: app.root,
    configFile: false,
    cacheDir: join(app.root, '.vite'),
    logLevel: 'silent',
    // No browser loads anything here, and a scan would continue in the background.
    optimizeDeps: { noDiscovery: true, include: [] },
    server: { port: 0, host: '127.0.0.1', preTransformRequests: false, ...server },
    ...config,
  });
  return {
    vite,
    origin() {
      const address = vite.httpServer?.address();
      if (address === null || typeof address !== 'object') throw new Error('The server does not listen.');
      return `${vite.config.server.https === undefined ? 'http' : 'https'}://127.0.0.1:${address.port}`;
    },
    async code(url) {
      const result = await vite.environments.client.transformRequest(url);
      if (result === null) throw new Error(`Nothing at ${url}.`);
      return result.code;
    },
    [Symbol.asyncDispose]: () => vite.close(),
  };
}
