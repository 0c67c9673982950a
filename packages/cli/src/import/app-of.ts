import { basename, dirname } from 'node:path';

import { appIdOf } from '@annotate-mcp/hub';
import { isInside } from '@annotate-mcp/store/files';

import { findApps } from '../apps/apps.ts';

/**
 * The app whose comments are in a file that does not name it, as its folder from the project root: the app around the
 * file; else the only app below its folder, because ng-annotate wrote to the root of the repository.
 */
export function appOf(file: string, root: string): string {
  const folder = dirname(file);
  const place = basename(folder) === '.ng-annotate' ? dirname(folder) : folder;
  if (!isInside(place, root)) return '.';
  const apps = findApps(place, root);
  const [only] = apps;
  return appIdOf(root, only !== undefined && apps.length === 1 ? only.folder : place);
}
