import { sep } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';

import { defaultSettings, type Driver, type Settings } from './driver.ts';
import { drivers } from './drivers/index.ts';
import { findProjectRoot, type RootOptions } from './project-root.ts';
import type { Store } from './store.ts';

export interface StoreOptions extends RootOptions, Partial<Omit<Settings, 'root'>> {
  /** Drivers beside our own. */
  drivers?: readonly Driver[];
}

/**
 * `sqlite:` (the default, `.annotate/store.db` at the project's root), `sqlite:path`, `json:path`, `memory:`,
 * `postgres://user:password@host:5432/database?project=name`. Relative paths count from the project's root.
 */
export async function openStore(url = 'sqlite:', options: StoreOptions = {}): Promise<Store> {
  const { root, cwd, env, drivers: further = [], ...settings } = options;
  const known: readonly Driver[] = [...drivers, ...further];
  const found = driverOf(url, known);
  if (found === null) throw unknownDriverError(url, known);
  return found.driver.open(found.location, {
    ...defaultSettings,
    ...settings,
    root: findProjectRoot({ root, ...(cwd !== undefined && { cwd }), ...(env !== undefined && { env }) }),
  });
}

export interface StoreFile {
  readonly scheme: string;
  /** Absolute. */
  readonly path: string;
}

/**
 * The file that a store is; `null` for a store that is not a file, and for a URL that names no store. A relative path counts
 * from `root`; the URL of an open store has none.
 */
export function storeFile(url: string, root: string = sep): StoreFile | null {
  const found = driverOf(url, drivers);
  const path = found?.driver.fileOf?.(found.location, root) ?? null;
  return found === null || path === null ? null : { scheme: found.driver.scheme, path };
}

function driverOf(url: string, known: readonly Driver[]): { driver: Driver; location: string } | null {
  const [, scheme, location] = /^([a-z][a-z0-9+-]+):(.*)$/is.exec(url) ?? [];
  const driver = known.find((candidate) => candidate.scheme === scheme);
  return driver === undefined || location === undefined
    ? null
    : { driver, location: withoutAuthority(location) };
}

// `sqlite:///tmp/x` is the same file as `sqlite:/tmp/x`, and `sqlite:///C:/x` the same as `sqlite:C:/x`.
function withoutAuthority(location: string): string {
  const path = location.startsWith('//') ? location.slice(2) : location;
  return /^\/[a-z]:[\\/]/i.test(path) ? path.slice(1) : path;
}

function unknownDriverError(url: string, known: readonly Driver[]): AnnotateError {
  const schemes = known.map(({ scheme }) => `${scheme}:`).join(', ');
  return new AnnotateError('store/unknown-driver', `"${withoutSecrets(url)}" names no store.`, {
    hint: `Begin it with one of ${schemes} for example json:review.json.`,
  });
}

function withoutSecrets(url: string): string {
  return url.replace(/\/\/[^/@]*@/, '//***@');
}
