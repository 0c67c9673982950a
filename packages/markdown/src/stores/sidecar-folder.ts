/** The folder of the sidecars in git: ignored until the person shares a review, because it has drafts in plain text. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';

import { hasErrorCode, readTextIfThere, refuseLinkOut, replaceFile } from '@annotate-mcp/store/files';

import { sidecarFile } from './stored-comments.ts';

/**
 * Creates the folder so that git ignores it. A folder with sidecars and without a `.gitignore` is left as it is: they
 * may have been committed on purpose.
 */
export function keepSidecarsPrivate(root: string, path: string): void {
  const folder = dirname(sidecarFile(root, path));
  refuseLinkOut(ignoreFileOf(folder), root);
  try {
    mkdirSync(folder, { recursive: true });
    if (readdirSync(folder).length > 0) return;
    writeFileSync(ignoreFileOf(folder), `${ignoresAll}\n`, { flag: 'wx' });
  } catch (error) {
    // Another process created it meanwhile. A folder that cannot be written is reported when a comment is stored.
    if (!hasErrorCode(error, 'EEXIST', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT'))
      throw error;
  }
}

/** From now on git sees the sidecar of this document. Returns its path from the root, with `/` separators. */
export function shareSidecar(root: string, path: string): string {
  keepSidecarsPrivate(root, path);
  const sidecar = sidecarFile(root, path);
  const ignoreFile = ignoreFileOf(dirname(sidecar));
  const lines = readTextIfThere(ignoreFile).split(/\r?\n/);
  if (lines.includes(ignoresAll)) {
    const missing = ['!.gitignore', `!${basename(sidecar)}`].filter((line) => !lines.includes(line));
    const kept = lines.filter((line) => line !== '');
    if (missing.length > 0) replaceFile(ignoreFile, `${[...kept, ...missing].join('\n')}\n`);
  }
  return relative(root, sidecar).split(sep).join('/');
}

const ignoresAll = '*';

function ignoreFileOf(folder: string): string {
  return join(folder, '.gitignore');
}
