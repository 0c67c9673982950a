import { realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';
import { isInside } from '@annotate-mcp/store/files';

/** The paths from the root, `/` separators. Throws for a file that is not in the project, also by a link that leads out. */
export async function requireProjectFiles(root: string, named: readonly string[]): Promise<string[]> {
  const realRoot = await realpath(root);
  const files = await Promise.all(named.map((file) => projectFile(realRoot, file)));
  return [...new Set(files)];
}

async function projectFile(root: string, file: string): Promise<string> {
  const path = resolve(root, file);
  // The name itself stays as it is written: git tracks a link, not what it leads to.
  const real = join(await realFolder(dirname(path)), relative(dirname(path), path));
  if (real === root || !isInside(real, root) || file.includes('\0')) throw outsideError(file);
  return relative(root, real).split(sep).join('/');
}

/** Also of a folder that was deleted with the file. */
async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch {
    const parent = dirname(folder);
    return parent === folder ? folder : join(await realFolder(parent), relative(parent, folder));
  }
}

function outsideError(file: string): AnnotateError {
  return new AnnotateError(
    'arguments/invalid',
    `${JSON.stringify(file.slice(0, 200))} is not a file of the project, so nothing was resolved.`,
    { hint: 'Name files relative to the project root, or leave "files" out: what changed is found by git.' },
  );
}
