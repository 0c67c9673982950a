import { createHash } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';

import { fileStamp, isInside, realPath } from '@annotate-mcp/store/files';

import {
  fileNotFoundError,
  largestFile,
  notAFileError,
  notTextError,
  outsideRootsError,
  toMarkdownError,
  tooLargeError,
} from '../errors.ts';

export interface FileContent {
  /** As it is, byte order mark and line ends included. */
  raw: string;
  /** SHA-256 of the bytes. */
  sha: string;
  bytes: number;
  /** See `fileStamp`. */
  stamp: string;
}

/** The real path of a file below the allowed folders. A link counts as the file that it leads to. */
export async function resolveFile(
  path: string,
  rootsFor: (file: string) => readonly string[] | Promise<readonly string[]>,
): Promise<{ file: string; roots: string[] }> {
  const file = realFile(path);
  const roots = (await rootsFor(file)).flatMap(realFolder);
  // A root itself is not a file; reading it says so.
  if (!roots.some((root) => isInside(file, root))) throw outsideRootsError(path, roots);
  return { file, roots };
}

/** A file that never stops changing is taken as it is after this many readings; its stamp says that it has to be read again. */
const maxReadings = 20;

/** `file` is a real path; if it has become a link, it is no longer the file that was allowed. */
export async function readFileContent(file: string, readings = 1): Promise<FileContent> {
  try {
    const stamp = fileStamp(file);
    const buffer = await readBytes(file);
    // The file was written while it was read, so the bytes may mix the old text and the new one.
    if (fileStamp(file) !== stamp && readings < maxReadings) return await readFileContent(file, readings + 1);
    return { raw: decoded(buffer, file), sha: shaOf(buffer), bytes: buffer.length, stamp };
  } catch (error) {
    throw toMarkdownError(error, file);
  }
}

export function shaOf(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}

/** A file is replaced, not overwritten, so that its folder has to be writable as well. */
export function isWritable(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    accessSync(dirname(file), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** `file` is a real path. `tooLarge` describes a file above `largestFile`. */
export async function readBytes(file: string, tooLarge = tooLargeError): Promise<Buffer> {
  // Without O_NONBLOCK, opening a named pipe waits for a writer.
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  const handle = await open(file, O_RDONLY | O_NONBLOCK | O_NOFOLLOW);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw notAFileError(file, stats.isDirectory() ? 'a folder' : 'a device or a pipe');
    if (stats.size > largestFile) throw tooLarge(file, stats.size);
    if (!isStillReal(file)) throw fileNotFoundError(file);
    return await readAtMost(handle, file, tooLarge);
  } finally {
    await handle.close();
  }
}

// It may grow while it is read.
async function readAtMost(handle: FileHandle, file: string, tooLarge: typeof tooLargeError): Promise<Buffer> {
  const buffer = await handle.readFile();
  if (buffer.length > largestFile) throw tooLarge(file, buffer.length);
  return buffer;
}

/** Whether no folder on the way has become a link since the path was found to be real. */
function isStillReal(file: string): boolean {
  return realPath(file) === file;
}

function decoded(buffer: Buffer, file: string): string {
  if (buffer.includes(0)) throw notTextError(file);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(buffer);
  } catch {
    throw notTextError(file);
  }
}

function realFile(path: string): string {
  try {
    return realPath(path);
  } catch (error) {
    throw toMarkdownError(error, path);
  }
}

/** A root that does not exist allows nothing. */
function realFolder(root: string): string[] {
  try {
    return [realPath(root)];
  } catch {
    return [];
  }
}
