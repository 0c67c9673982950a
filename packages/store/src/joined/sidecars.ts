/** The comments on a project's Markdown documents, each document's in a JSON store of its own. */
import { join } from 'node:path';

import { defaultSettings, type Settings } from '../driver.ts';
import { openFolderLive, openJsonFolder } from '../drivers/json/json-folder.ts';
import type { Store } from '../store.ts';

import { joinStores } from './join-stores.ts';

/** From the project's root. */
const sidecarFolder = join('.claude', 'md-comments');

/** To be given to a sidecar's store, so that git merges all of them by lines. */
export const mergedSidecars = join(sidecarFolder, '*.json');

/** `name` is without its ending. */
export function sidecarFile(root: string, name: string): string {
  return join(root, sidecarFolder, `${name}.json`);
}

export interface SidecarOptions extends Partial<Omit<Settings, 'root'>> {
  /** The project's root: absolute, symbolic links resolved. */
  root: string;
}

/**
 * All sidecars of a project as one store, to which nothing can be added. Nothing is created. `agents` are those that may
 * hold a comment, whichever store their servers have.
 */
export function openSidecars(options: SidecarOptions): Store {
  return openJsonFolder({ ...settingsOf(options), isShown: ({ kind }) => kind === 'markdown' });
}

/** The same `agents`, without reading any comment. */
export function openSidecarAgents(options: SidecarOptions): Pick<Store, 'agents' | 'close'> {
  return openFolderLive(settingsOf(options));
}

function settingsOf({ root, ...settings }: SidecarOptions) {
  const folder = join(root, sidecarFolder);
  return { ...defaultSettings, mergedFiles: mergedSidecars, ...settings, root, folder };
}

/** The project's store together with the comments on its documents. Closing it closes the project's store too. */
export function withSidecars(project: Store, options: SidecarOptions): Store {
  return joinStores(project, openSidecars(options));
}
