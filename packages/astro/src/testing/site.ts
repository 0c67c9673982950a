import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { type AstroInlineConfig, dev } from 'astro';

/** A site in a repository of its own, which finds its packages where this repository has them. */
export interface Site extends AsyncDisposable {
  readonly root: string;
  readonly write: (path: string, text: string) => Promise<void>;
}

export async function createSite(files: Record<string, string>): Promise<Site> {
  // A blank in the path: people have those.
  const root = await realpath(await mkdtemp(join(tmpdir(), 'annotate astro-')));
  await mkdir(join(root, '.git'));
  await symlink(resolve(import.meta.dirname, '../../../../node_modules'), join(root, 'node_modules'));
  const write = async (path: string, text: string) => {
    const file = join(root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  for (const [path, text] of Object.entries(files)) await write(path, text);
  return {
    root,
    write,
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

export interface DevServer extends AsyncDisposable {
  /** `http://localhost:1234` */
  readonly origin: string;
  readonly page: (path: string) => Promise<string>;
}

export async function serve(site: Site, config: AstroInlineConfig): Promise<DevServer> {
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
