/** Opens the store of a project for an agent in a shell. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { ShellAgent } from '@annotate-mcp/mcp-server/shell';
import type { Store } from '@annotate-mcp/store';
import { FileWatch } from '@annotate-mcp/store/files';
import { cacheFolder } from '@annotate-mcp/store/user-folders';

import { openWithDocuments, type StoreLocation } from '../project-store.ts';
import { printable, type Terminal } from '../terminal.ts';

import type { ShellIdentity } from './shell-identity.ts';

export function openShellAgent(
  store: Store,
  { root, url }: Pick<StoreLocation, 'root' | 'url'>,
  identity: ShellIdentity,
  onNotice: (notice: string) => void,
): Promise<ShellAgent> {
  const project = createHash('sha256')
    .update(JSON.stringify([root, url]))
    .digest('hex')
    .slice(0, 16);
  const memoryFolder = join(cacheFolder(), 'shells', project);
  return ShellAgent.open({ ...identity, store, root, memoryFolder, onNotice });
}

/** Waits until the project has a store or a commented document, and creates neither; `null` when the signal aborts. */
export async function openWhenThere(
  location: StoreLocation,
  signal: AbortSignal,
  { note }: Pick<Terminal, 'note'>,
): Promise<{ store: Store; wasThere: boolean } | null> {
  const comments = join(location.root, '.claude', 'md-comments');
  const files = [location.file, comments].filter((file) => file !== null);
  let wake: () => void = () => undefined;
  const watches = files
    .flatMap((file) => [file, dirname(file)])
    .map((path) => new FileWatch(path, () => wake()));
  try {
    for (const watch of watches) watch.start();
    for (let looks = 0; !signal.aborted; looks++) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
        // A folder above may be created first, which some systems do not tell.
        setTimeout(resolve, lookMs).unref();
      });
      if (files.some((file) => existsSync(file)) || location.file === null) {
        const store = await openWithDocuments(location);
        if (store !== null) return { store, wasThere: looks === 0 };
      }
      if (looks === 0) note(`Nothing is annotated in ${printable(location.root)} yet. Waiting for it.`);
      await changed;
      for (const watch of watches) watch.renew();
    }
    return null;
  } finally {
    for (const watch of watches) watch.stop();
  }
}

const lookMs = 2_000;
