import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { folderAround } from '../project-root.ts';

import { hasErrorCode } from './error-code.ts';
import { isInside } from './is-inside.ts';

/** What lies beside a store file in `.annotate/`, and the store's own name there. */
export interface Companions {
  folder: string;
  /** Touched after each change of annotations. */
  wakeFile: string;
  /** Touched after each change of who is connected. */
  liveWakeFile: string;
  /** Sessions and agents. */
  liveFile: string;
  /** Freed by the system when its holder dies. */
  lockFile: string;
  /** Tells this store's rows from those of other stores of the project. */
  key: string;
}

/** Every process that opens the same file must come to the same answer, whatever its own root and path to it. */
export function companionsOf(storeFile: string, root: string): Companions {
  const folder = annotateFolderFor(storeFile, root);
  const key = keyOf(storeFile, folder);
  return {
    folder,
    key,
    wakeFile: join(folder, 'wake', key),
    liveWakeFile: join(folder, 'wake', `${key}.live`),
    liveFile: join(folder, 'live-1.db'),
    lockFile: join(folder, `${key}.lock.db`),
  };
}

/** One spelling for one file, through links and on systems that do not tell case. Its folder must exist, it need not. */
export function canonicalFile(file: string): string {
  return existsSync(file)
    ? realpathSync.native(file)
    : join(realpathSync.native(dirname(file)), basename(file));
}

/** Creates the folder so that git and the tools that follow its rules leave it alone. */
export function createAnnotateFolder(folder: string): void {
  mkdirSync(join(folder, 'wake'), { recursive: true });
  const ignore = join(folder, '.gitignore');
  if (existsSync(ignore)) return;
  try {
    writeFileSync(ignore, '*\n', { flag: 'wx' });
  } catch (error) {
    // Made by another process meanwhile; or a folder that can only be read, which is no reason not to read it.
    if (!hasErrorCode(error, 'EEXIST', 'EROFS', 'EACCES', 'EPERM')) throw error;
  }
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
