/** The files the agent may touch: those of the project, and of them only what people write. */
import { randomUUID } from 'node:crypto';
import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

export interface ProjectFile {
  /** Real path: links are followed before it is judged. */
  path: string;
  text: string;
}

/** `null` when the project has no such file, or it is none to be changed. `file` comes from a page: do not trust it. */
export async function readProjectFile(root: string, file: string): Promise<ProjectFile | null> {
  const path = await realPath(resolve(root, file));
  if (path === null || !isOurs(await realpath(root), path)) return null;
  return (await stat(path)).isFile() ? { path, text: await readFile(path, 'utf8') } : null;
}

/** Whole or not at all: a dev server that reads meanwhile sees the old file or the new one. */
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
