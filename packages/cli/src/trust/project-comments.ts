/** All stores of a project that can come with its repository: its own, and the sidecars of its Markdown files. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import type { Annotation } from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';

import { annotationsIn, openExisting, openStoreAt, type StoreLocation, using } from '../project-store.ts';

/** Runs `work` with one store after the other. */
export async function eachStore<T>(
  location: StoreLocation,
  work: (store: Store) => Promise<T>,
): Promise<T[]> {
  const results: T[] = [];
  const own = await openExisting(location);
  if (own !== null) results.push(await using(own, work));
  for (const file of sidecarsIn(location.root)) {
    const { root } = location;
    results.push(await using(await openStoreAt({ root, url: `json:${file}` }), work));
  }
  return results;
}

/** Those that agents do not get. */
export async function commentsFromRepository(store: Store): Promise<Annotation[]> {
  const found: Annotation[] = [];
  for await (const annotation of annotationsIn(store, { origin: 'repository' }, 'oldest'))
    found.push(annotation);
  return found;
}

function sidecarsIn(root: string): string[] {
  const folder = join(root, '.claude', 'md-comments');
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(folder, name));
  } catch {
    // There is no such folder: no Markdown file has a sidecar.
    return [];
  }
}
