/** For the contract suite: a project's store joined with two empty sidecars. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { openStore as openProject, type StoreOptions } from '../../open-store.ts';
import type { Store } from '../../store.ts';
import { sidecarFile, withSidecars } from '../sidecars.ts';

export async function openStore(
  url?: string,
  options: StoreOptions & { root?: string } = {},
): Promise<Store> {
  const project = await openProject(url, options);
  const { root = '', drivers: _drivers, cwd: _cwd, env: _env, ...settings } = options;
  for (const name of ['plan', 'notes']) {
    const file = sidecarFile(root, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ version: 2, annotations: [] }));
  }
  return withSidecars(project, { root, ...settings });
}
