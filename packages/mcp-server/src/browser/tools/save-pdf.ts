/** Writes a PDF into the project, and nowhere else: a hostile page may have told the agent where to write. */
import { randomUUID } from 'node:crypto';
import { mkdir, open, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';
import { hasErrorCode, isInside, refuseLinkOut, renameOver } from '@annotate-mcp/store/files';

interface PdfToSave {
  readonly root: string;
  readonly bytes: Buffer;
  /** From the root; without it, the name is made of the title and the time. */
  readonly path: string | undefined;
  readonly title: string;
  readonly now: Date;
}

/** Returns the path from the root. */
export async function savePdf({ root, bytes, path, title, now }: PdfToSave): Promise<string> {
  if (!isPdf(bytes)) throw notAPdfError();
  const home = await realpath(root);
  const file = resolve(home, path ?? join(annotateFolder, 'pdf', fileName(title, now)));
  if (!/\.pdf$/i.test(file)) throw pathError(`${JSON.stringify(path)} does not end in ".pdf"`);
  if (!isInside(file, home) || leadsOut(file, home))
    throw pathError(`${JSON.stringify(path ?? file)} is outside of the project`);
  if (!(await isFree(file))) throw pathError(`${JSON.stringify(path)} exists and is not a PDF`);
  const isOurs = path === undefined;
  // Folders and files of ours are for this user only.
  await mkdir(dirname(file), { recursive: true, ...(isOurs && { mode: 0o700 }) });
  if (isOurs) await ignoreFolder(join(home, annotateFolder));
  // Renamed into place: a link with this name is replaced and not followed.
  const temporary = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, bytes, { flag: 'wx', ...(isOurs && { mode: 0o600 }) });
    await renameOver(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
  return relative(home, file).replaceAll('\\', '/');
}

const annotateFolder = '.annotate';

function fileName(title: string, now: Date): string {
  const words = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  const time = now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
  return `${words === '' ? 'page' : words}-${time}.pdf`;
}

function leadsOut(file: string, home: string): boolean {
  try {
    refuseLinkOut(dirname(file), home);
    return false;
  } catch (error) {
    if (error instanceof AnnotateError) return true;
    throw error;
  }
}

/** There is no such file, or it is a PDF, which may be replaced. */
async function isFree(file: string): Promise<boolean> {
  try {
    await using handle = await open(file, 'r');
    const { buffer } = await handle.read(Buffer.alloc(5), 0, 5, 0);
    return isPdf(buffer);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return true;
    if (hasErrorCode(error, 'EISDIR', 'ENOTDIR')) return false;
    throw error;
  }
}

/** What agents print is not for the repository. */
async function ignoreFolder(folder: string): Promise<void> {
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  });
}

function isPdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-';
}

/** Chrome writes the tree of pages uncompressed; `null` if it does so no more. */
export function countPdfPages(bytes: Buffer): number | null {
  const counts = [...bytes.toString('latin1').matchAll(/\/Type\s*\/Pages\b[^>]{0,200}?\/Count\s+(\d+)/g)];
  const most = Math.max(0, ...counts.map(([, count]) => Number(count)));
  return most === 0 ? null : most;
}

function pathError(why: string): AnnotateError {
  return new AnnotateError('arguments/invalid', `Nothing was saved: ${why}.`, {
    hint: 'Pass a path from the project\'s root that ends in ".pdf", or none.',
  });
}

function notAPdfError(): AnnotateError {
  return new AnnotateError('browser/bad-answer', 'The extension returned no PDF, so nothing was saved.', {
    hint: 'Ask the person to update the extension.',
  });
}
