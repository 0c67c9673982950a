/** Starts the registry before all tests and ends it after them; workers find it by the environment. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { cacheFolder, type Registry, startRegistry } from './registry.ts';

const [urlVariable, upstreamVariable] = ['ANNOTATE_TEST_REGISTRY', 'ANNOTATE_TEST_UPSTREAM'];

export default async function startForAll(): Promise<() => Promise<void>> {
  // What npx has installed in an earlier run is not what is published now.
  rmSync(join(cacheFolder, 'npm/_npx'), { recursive: true, force: true });
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
