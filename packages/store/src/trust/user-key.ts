/** The random key of this user, which proves that a record was written on this machine. It is never in a project. */
import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';

import { hasErrorCode } from '../files/error-code.ts';
import { createPrivateFile, makePrivate } from '../files/private-file.ts';
import { provenanceFolder } from '../user-folders.ts';

const keyBytes = 32;
const keyName = 'provenance-key';

/** Creates the key when it is missing. */
export function readUserKey(folder: string): Buffer {
  try {
    return readOrCreate(folder);
  } catch (error) {
    if (!hasErrorCode(error, ...unwritable)) throw error;
  }
  try {
    return readOrCreate(temporaryFolder());
  } catch (error) {
    if (!hasErrorCode(error, ...unwritable) && !(error instanceof ForeignFolderError)) throw error;
    // Nothing can be kept: what this process writes is its own, and comes from the repository for the next one.
    return randomBytes(keyBytes);
  }
}

/** The folder of the key when none can be read or created there, else `null`. Nothing is written. */
export function unusableKeyFolder(folder = provenanceFolder()): string | null {
  const file = join(folder, keyName);
  try {
    const existing = nearestExisting(file);
    accessSync(existing, existing === file ? constants.R_OK : constants.W_OK);
    return existing === file || statSync(existing).isDirectory() ? null : folder;
  } catch {
    return folder;
  }
}

function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}

/** Of a home folder that is read-only, full, missing, or no folder at all. */
const unwritable = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOENT', 'ENOTDIR'];

function readOrCreate(folder: string): Buffer {
  const file = join(folder, keyName);
  createPrivateFile(file, `${randomBytes(keyBytes).toString('base64url')}\n`);
  const isFile = statSync(file).isFile();
  const key = Buffer.from(isFile ? readFileSync(file, 'utf8').trim() : '', 'base64url');
  if (key.length !== keyBytes) throw brokenKeyError(file);
  makePrivate(file);
  return key;
}

class ForeignFolderError extends Error {}

/** Every user may write to the temporary folder: only a real folder of this user that others cannot enter is used. */
function temporaryFolder(): string {
  // Not `userInfo`, which fails for a user that the system has no name for, as in some containers.
  const uid = process.getuid?.() ?? -1;
  const folder = join(tmpdir(), `annotate-mcp-${uid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  const isPrivate = process.platform === 'win32' || (found.uid === uid && (found.mode & 0o077) === 0);
  if (!found.isDirectory() || !isPrivate) throw new ForeignFolderError();
  return folder;
}

function brokenKeyError(file: string): AnnotateError {
  return new AnnotateError('key/unknown', `${file} does not contain a key; it was left untouched.`, {
    hint: 'Restore it from a backup, or delete it: a new key is created, and what you wrote before then counts as coming with the repository until you trust it (annotate-mcp trust).',
  });
}
