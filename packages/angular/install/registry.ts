/**
 * A registry on this machine that has our packages as `npm pack` makes them, and sends npm on to the configured one for
 * all others. So `ng add @annotate-mcp/angular` is tested before there is anything to download.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';

import { run } from './commands.ts';

const repository = join(import.meta.dirname, '../../..');

export interface Registry extends AsyncDisposable {
  url: string;
}

/** `names` are packed with all of ours that they depend on, as they are built now. */
export async function serveRegistry(names: readonly string[], folder: string): Promise<Registry> {
  const packages = await pack(names, folder);
  const upstream =
    (await run(['npm', 'config', 'get', 'registry'], { cwd: repository })).trim().split('\n').at(-1) ?? '';
  const server = createServer((request, response) => answer(request, response, { packages, upstream }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: originOf(server.address() as AddressInfo),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Packed {
  manifest: Manifest;
  tarball: string;
}

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  exports?: Record<string, string | Record<string, string>>;
  bin?: Record<string, string>;
}

async function pack(names: readonly string[], folder: string): Promise<Packed[]> {
  const manifests = [...new Set(names.flatMap(withDependencies))].map(manifestOf);
  for (const manifest of manifests) refuseUnbuilt(manifest);
  const workspaces = manifests.map(({ name }) => `--workspace=${name}`);
  await run(['npm', 'pack', ...workspaces, '--pack-destination', folder], { cwd: repository });
  return manifests.map((manifest) => ({ manifest, tarball: join(folder, tarballOf(manifest)) }));
}

function refuseUnbuilt({ name, exports = {}, bin = {} }: Manifest): void {
  const entry = exports['.'];
  const built = [...Object.values(bin), ...(typeof entry === 'object' ? [entry.default ?? ''] : [])];
  const missing = built.find((file) => !existsSync(join(folderOf(name), file)));
  if (missing !== undefined) throw new Error(`${name} has no ${missing}. Run "npm run build" first.`);
}

/** All are released together, so they find each other in the same repository. */
function withDependencies(name: string): string[] {
  const { dependencies = {} } = manifestOf(name);
  return [name, ...Object.keys(dependencies).filter(isOurs).flatMap(withDependencies)];
}

function isOurs(name: string): boolean {
  return name === 'annotate-mcp' || name.startsWith('@annotate-mcp/');
}

function manifestOf(name: string): Manifest {
  return JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8')) as Manifest;
}

function folderOf(name: string): string {
  return join(repository, 'packages', name === 'annotate-mcp' ? 'cli' : name.replace('@annotate-mcp/', ''));
}

function tarballOf({ name, version }: Manifest): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
}

function answer(
  { url = '/', socket }: IncomingMessage,
  response: ServerResponse,
  { packages, upstream }: { packages: readonly Packed[]; upstream: string },
): void {
  const path = decodeURIComponent(url.slice(1));
  const wanted = packages.find(({ manifest }) => manifest.name === path);
  const file = packages.find(({ tarball }) => basename(tarball) === basename(path));
  if (wanted !== undefined) {
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(packument(wanted, originOf(socket.address() as AddressInfo))));
  } else if (file !== undefined) {
    response.end(readFileSync(file.tarball));
  } else {
    response.writeHead(302, { Location: new URL(url, upstream).href }).end();
  }
}

function packument({ manifest, tarball }: Packed, origin: string): object {
  const { name, version } = manifest;
  const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
  const dist = { tarball: `${origin}/${name}/-/${basename(tarball)}`, integrity };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } };
}

function originOf({ port }: AddressInfo): string {
  return `http://127.0.0.1:${port}`;
}
