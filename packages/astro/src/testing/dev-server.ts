import { join } from 'node:path';

import { type AstroInlineConfig, dev } from 'astro';

import type { App } from '@annotate-mcp/unplugin/testing/app';

export interface DevServer extends AsyncDisposable {
  /** `http://localhost:1234` */
  readonly origin: string;
  readonly page: (path: string) => Promise<string>;
}

export async function serve(site: App, config: AstroInlineConfig): Promise<DevServer> {
  const server = await dev({
    root: site.root,
    configFile: false,
    logLevel: 'silent',
    devToolbar: { enabled: false },
    server: { port: 0, host: '127.0.0.1' },
    ...config,
    vite: { cacheDir: join(site.root, '.vite'), ...config.vite },
  });
  const origin = `http://127.0.0.1:${server.address.port}`;
  return {
    origin,
    page: async (path) => (await fetch(origin + path, { headers: { accept: 'text/html' } })).text(),
    [Symbol.asyncDispose]: () => server.stop(),
  };
}
