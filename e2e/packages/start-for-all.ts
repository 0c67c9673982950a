/** Starts the registry before all tests and ends it after them; workers find it by the environment. */
import { globSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { cacheFolder, type Registry, startRegistry } from './registry.ts';

const [urlVariable, upstreamVariable] = ['ANNOTATE_TEST_REGISTRY', 'ANNOTATE_TEST_UPSTREAM'];

/**
 * What was cached in an earlier run under the same version is not what is published now. What Yarn knows of packages also
 * names the address of the registry of that run.
 */
const outdated = ['npm/_npx', 'yarn/metadata', 'yarn/cache/*annotate-mcp*', 'bun/*annotate-mcp*'];

export default async function startForAll(): Promise<() => Promise<void>> {
  for (const path of globSync(outdated, { cwd: cacheFolder }))
    rmSync(join(cacheFolder, path), { recursive: true, force: true });
  const registry = await startRegistry();
  process.env[urlVariable] = registry.url;
  process.env[upstreamVariable] = registry.upstream;
  return () => registry.stop();
}

export function namedRegistry(): Pick<Registry, 'url' | 'upstream'> {
  const [url, upstream] = [process.env[urlVariable], process.env[upstreamVariable]];
  if (url === undefined || upstream === undefined) throw new Error('The registry has not been started.');
  return { url, upstream };
}
