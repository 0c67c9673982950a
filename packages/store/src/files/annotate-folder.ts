import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';

import { folderAround } from '../project-root.ts';

import { hasErrorCode } from './error-code.ts';
import { notAFileError } from './failures.ts';
import { isInside } from './is-inside.ts';
import { makePrivate } from './private-file.ts';
import { realPath } from './real-path.ts';
import { refuseLinkOut } from './refuse-link-out.ts';

/** The files that belong to a store file in `.annotate/`, and the store's key there. */
export interface Companions {
  folder: string;
  /** Touched after each change of annotations. */
  wakeFile: string;
  /** Touched after each change of connected agents. */
  liveWakeFile: string;
  /** Touched after each change of what agents do and ask. */
  workWakeFile: string;
  /** Touched after each change of what agents want to see of pages, and of the answers. */
  lookWakeFile: string;
  /** Sessions and agents. */
  liveFile: string;
  /** See `FileLock`. */
  lockFile: string;
  /** Changes that are not in a JSON store's file yet. */
  writeLogFile: string;
  /** Separates this store's rows from those of other stores of the project. */
  key: string;
}

/** Every process that opens the same file must come to the same answer, with any root and any path to the file. */
function companionsOf(storeFile: string, root: string): Companions {
  const folder = annotateFolderFor(storeFile, root);
  return companionsWith(keyOf(storeFile, folder), folder);
}

function companionsWith(key: string, folder: string): Companions {
  return {
    folder,
    key,
    wakeFile: join(folder, 'wake', key),
    liveWakeFile: join(folder, 'wake', `${key}.live`),
    workWakeFile: join(folder, 'wake', `${key}.work`),
    lookWakeFile: join(folder, 'wake', `${key}.look`),
    liveFile: join(folder, 'live-1.db'),
    lockFile: join(folder, `${key}.lock.db`),
    writeLogFile: join(folder, `${key}.log`),
  };
}

/** For what the stores of one folder have in common. The folder need not exist, and nothing is created. */
export function companionsOfFolder(folder: string, root: string): Companions {
  const annotateFolder = annotateFolderFor(folder, root);
  // A path and no hash of it: most servers need no other one when they start, and loading `node:crypto` takes long.
  const key = relative(dirname(annotateFolder), folder).split(sep).join('~');
  const companions = companionsWith(key, annotateFolder);
  const { key: _key, ...files } = companions;
  for (const each of Object.values(files)) refuseLinkOut(each, dirname(companions.folder));
  return companions;
}

/** Where processes touch a file after each change of a store. The store and its folder need not exist. */
export function wakeFolderOf(storeFile: string, root: string): string {
  return join(annotateFolderFor(storeFile, root), 'wake');
}

/** One path for one file, through links and on file systems that ignore case. Its folder must exist, the file need not. */
function canonicalFile(file: string): string {
  return existsSync(file) ? realPath(file) : join(realPath(dirname(file)), basename(file));
}

/**
 * The store's file with its companions, after checking that no link of the repository leads them out of the project.
 * The folders of both are created. A path that the user named may be anywhere.
 */
export function placeStore(path: string, root: string): { file: string; companions: Companions } {
  if (isInside(path, root)) refuseLinkOut(path, root);
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) throw notAFileError(path);
  // The folder of a store that is committed is the project's own; the one of ours is private.
  const mode = basename(dirname(path)) === '.annotate' ? 0o700 : 0o777;
  if (!existsSync(dirname(path))) mkdirSync(dirname(path), { recursive: true, mode });
  const file = canonicalFile(path);
  const companions = companionsOf(file, root);
  const { key: _key, folder, ...files } = companions;
  for (const each of [folder, ...Object.values(files)]) refuseLinkOut(each, dirname(folder));
  for (const each of [folder, dirname(companions.wakeFile)]) makePrivate(each);
  return { file, companions };
}

/**
 * Creates the folder so that git and the tools that follow its rules leave it alone, and that other users cannot enter.
 * The project must exist: a process that still runs must not bring back a project that was deleted.
 */
export function createAnnotateFolder(folder: string): void {
  for (const each of [folder, join(folder, 'wake')]) createPrivateFolder(each);
  for (const each of ignoreFiles) askToIgnore(join(folder, each));
}

/**
 * Files by which tools leave a folder alone. Turbopack, Vite, webpack, Jest and chokidar have options for that, and look
 * for no such file.
 */
const ignoreFiles = [
  // git, and the scanners of Tailwind and Nx, which read what git does.
  '.gitignore',
  // ripgrep, and tools that search as it does, even where there is no git repository.
  '.ignore',
];

function askToIgnore(ignoreFile: string): void {
  if (existsSync(ignoreFile)) return;
  try {
    writeFileSync(ignoreFile, '*\n', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    // Another process created it meanwhile, or the folder is read-only, in which the store can still be read.
    if (!hasErrorCode(error, 'EEXIST', 'EROFS', 'EACCES', 'EPERM')) throw error;
  }
}

/** A store in a read-only folder can still be read. */
export function createAnnotateFolderIfAllowed(folder: string): void {
  try {
    createAnnotateFolder(folder);
  } catch (error) {
    if (!hasErrorCode(error, 'EROFS', 'EACCES', 'EPERM')) throw error;
  }
}

function createPrivateFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
    throw hasErrorCode(error, 'ENOENT') ? projectGoneError(dirname(folder), error) : error;
  }
}

function projectGoneError(project: string, cause: unknown): AnnotateError {
  return new AnnotateError('store/failed', `The folder ${project} is gone, so nothing can be stored in it.`, {
    hint: 'Start again in the folder where the project is now, or pass --root.',
    cause,
  });
}

function annotateFolderFor(storeFile: string, root: string): string {
  const parent = dirname(storeFile);
  if (basename(parent) === '.annotate') return parent;
  const project = folderAround(parent, ['.annotate', '.git']) ?? (isInside(parent, root) ? root : parent);
  return join(project, '.annotate');
}

function keyOf(storeFile: string, folder: string): string {
  const name = basename(storeFile);
  if (dirname(storeFile) === folder) return name;
  return `${name}-${createHash('sha256').update(storeFile).digest('hex').slice(0, 8)}`;
}
