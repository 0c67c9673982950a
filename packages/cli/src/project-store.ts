/** Finds the store of a project, and opens it with or without creating it. */
import { existsSync, statSync } from 'node:fs';
import { parse, resolve } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';
import {
  findProjectRoot,
  joinStores,
  locateProjectRoot,
  openSidecars,
  openStore,
  type ProjectRoot,
  type Store,
  storeFile,
  withSidecars,
} from '@annotate-mcp/store';
import { realPath } from '@annotate-mcp/store/files';

import type { GlobalOptions } from './cli-command.ts';
import { CliError } from './errors.ts';

export interface StoreLocation {
  root: string;
  /** What made it the root. */
  rootBy: ProjectRoot['by'];
  url: string;
  /** `null` when the store is not a file. */
  file: string | null;
  /** The user named it with `--store`. */
  named: boolean;
}

/** `cwd` is the current folder unless it is given. */
export function locateStore({ root, store, cwd }: GlobalOptions & { cwd?: string }): StoreLocation {
  const { path, by } = locateProjectRoot({ root, ...(cwd !== undefined && { cwd }) });
  const url = store ?? 'sqlite:';
  return {
    root: path,
    rootBy: by,
    url,
    file: storeFile(url, path)?.path ?? null,
    named: store !== undefined,
  };
}

/** The project root; `/` when the current folder is not in a project. A root that was named has to exist. */
export function projectOrNone({ root = process.env.ANNOTATE_PROJECT_ROOT ?? '' }: GlobalOptions): string {
  try {
    return findProjectRoot({ root });
  } catch (error) {
    const hasNone = root === '' && error instanceof AnnotateError && error.code === 'root/none';
    if (hasNone) return parse(process.cwd()).root;
    throw error;
  }
}

/** `null` when there is no folder of this name. */
export function existingFolder(named: string): string | null {
  const folder = resolve(named);
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? realPath(folder) : null;
}

/** Creates the store when there is none. */
export async function openStoreAt({ url, root }: Pick<StoreLocation, 'url' | 'root'>): Promise<Store> {
  return openStore(url, { root });
}

/** For a process that lives long, and is to start while the server of its store is away. */
export async function openStoreLater({ url, root }: Pick<StoreLocation, 'url' | 'root'>): Promise<Store> {
  return openStore(url, { root, opensLater: true });
}

/**
 * `null` when the project has no store yet: reading must not create one. A store that was named has to exist, or a typing
 * error would look like an empty store.
 */
export async function openExisting(location: StoreLocation): Promise<Store | null> {
  if (location.file === null || existsSync(location.file)) return openStoreAt(location);
  if (!location.named) return null;
  throw new CliError('store/none', `There is no store at ${location.file}.`, {
    hint: 'Check --store; a relative path starts at the project root.',
  });
}

/**
 * The project's store together with the comments on its documents; `null` when there is neither. For all that is read for
 * agents and people.
 */
export async function openWithDocuments(location: StoreLocation): Promise<Store | null> {
  const { root } = location;
  const own = await openExisting(location);
  if (own !== null) return withSidecars(own, { root });
  const sidecars = openSidecars({ root });
  const isEmpty = (await sidecars.places()).length + (await sidecars.listUnreadable()).length === 0;
  if (!isEmpty) return joinStores(await openStore('memory:', { root }), sidecars);
  await sidecars.close();
  return null;
}

/** Closes the store when `work` is done or has failed. */
export async function using<T>(store: Store, work: (store: Store) => Promise<T>): Promise<T> {
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
