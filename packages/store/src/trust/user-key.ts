/** The random key of this user, which proves that a record was written on this machine. It is never in a project. */
import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';

import { hasErrorCode } from '../files/error-code.ts';
import { createPrivateFile, makePrivate } from '../files/private-file.ts';

const keyBytes = 32;

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

/** Of a home folder that is read-only, full, missing, or no folder at all. */
const unwritable = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOENT', 'ENOTDIR'];

function readOrCreate(folder: string): Buffer {
  const file = join(folder, 'provenance-key');
  createPrivateFile(file, `${randomBytes(keyBytes).toString('base64url')}\n`);
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url');
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
    hint: 'Restore it from a backup, or delete it: a new key is created, and what you wrote before then counts as coming with the repository until you adopt it (annotate-mcp trust).',
  });
}
