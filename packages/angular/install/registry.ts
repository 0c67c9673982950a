/**
 * A local npm registry with our packages as `npm pack` creates them. It redirects all other requests to the configured
 * registry. So `ng add @annotate-mcp/angular` can be tested before a release.
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

/** Packs the named packages, as currently built, with all packages of this repository that they depend on. */
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

interface PackedPackage {
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

async function pack(names: readonly string[], folder: string): Promise<PackedPackage[]> {
  const manifests = [...new Set(names.flatMap(withDependencies))].map(manifestOf);
  for (const manifest of manifests) requireBuilt(manifest);
  const workspaces = manifests.map(({ name }) => `--workspace=${name}`);
  await run(['npm', 'pack', ...workspaces, '--pack-destination', folder], { cwd: repository });
  return manifests.map((manifest) => ({ manifest, tarball: join(folder, tarballOf(manifest)) }));
}

function requireBuilt({ name, exports = {}, bin = {} }: Manifest): void {
  const entry = exports['.'];
  const built = [...Object.values(bin), ...(typeof entry === 'object' ? [entry.default ?? ''] : [])];
  const missing = built.find((file) => !existsSync(join(folderOf(name), file)));
  if (missing !== undefined) throw new Error(`${name} has no ${missing}. Run "npm run build" first.`);
}

/** The package and all packages of this repository that it depends on. */
function withDependencies(name: string): string[] {
  const { dependencies = {} } = manifestOf(name);
  return [name, ...Object.keys(dependencies).filter(isOwnPackage).flatMap(withDependencies)];
}

function isOwnPackage(name: string): boolean {
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
  { packages, upstream }: { packages: readonly PackedPackage[]; upstream: string },
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

function packument({ manifest, tarball }: PackedPackage, origin: string): object {
  const { name, version } = manifest;
  const integrity = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
  const dist = { tarball: `${origin}/${name}/-/${basename(tarball)}`, integrity };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...manifest, dist } } };
}

function originOf({ port }: AddressInfo): string {
  return `http://127.0.0.1:${port}`;
}
