/** The files that the agent may change: source files of the project. */
import { randomUUID } from 'node:crypto';
import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

export interface ProjectFile {
  /** The path without symbolic links, which is the one that is checked. */
  path: string;
  text: string;
}

/** `null` when the project has no such file, or the agent may not change it. `file` comes from a page and is not trusted. */
export async function readProjectFile(root: string, file: string): Promise<ProjectFile | null> {
  const path = await realPath(resolve(root, file));
  if (path === null || !isOurs(await realpath(root), path)) return null;
  return (await stat(path)).isFile() ? { path, text: await readFile(path, 'utf8') } : null;
}

/** Replaces the file in one step: a dev server that reads it sees the old text or the new one. */
export async function writeProjectFile({ path }: ProjectFile, text: string): Promise<void> {
  const { mode } = await stat(path);
  const beside = join(dirname(path), `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    await writeFile(beside, text, { mode, flag: 'wx' });
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

async function realPath(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch {
    return null; // there is no such file, which is an answer
  }
}

function isOurs(root: string, path: string): boolean {
  const inside = relative(root, path);
  const names = inside.split(sep);
  return (
    inside !== '' &&
    !isAbsolute(inside) &&
    names[0] !== '..' &&
    !names.some((name) => ['.git', '.annotate', 'node_modules'].includes(name))
  );
}
