/** A package's built entry, bundled as an application would bundle it and served to a browser on this machine. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { build } from 'vite';

export interface ServedModule extends AsyncDisposable {
  /** An empty page of the same origin. */
  pageUrl: string;
  moduleUrl: string;
}

export async function serveModule(specifier: string): Promise<ServedModule> {
  const folder = await mkdtemp(join(tmpdir(), 'annotate-e2e-'));
  await bundle(specifier, folder);
  const code = await readFile(join(folder, 'module.js'));
  await rm(folder, { recursive: true });

  const server = createServer(({ url }, response) => {
    if (url === '/module.js') response.setHeader('content-type', 'text/javascript').end(code);
    else if (url === '/')
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>module</title>');
    // The browser asks for an icon by itself; a 404 would show as an error of the page.
    else response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    pageUrl: `${origin}/`,
    moduleUrl: `${origin}/module.js`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bundle(specifier: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      outDir,
      minify: true,
      lib: {
        // Resolved as Node does for a user: the built file, not the source.
        entry: createRequire(import.meta.url).resolve(specifier),
        formats: ['es'],
        fileName: () => 'module.js',
      },
    },
  });
}
