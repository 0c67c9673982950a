/** The random key of this installation. Only this user can read it: a program that has it can control the browser. */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, statSync, watch } from 'node:fs';
import { dirname, join } from 'node:path';

import { createPrivateFile, makePrivate, replacePrivateFile } from '@annotate-mcp/store/files';

import { CliError } from '../errors.ts';

export interface Key {
  /** The current key: another process may have replaced it. */
  readonly current: () => string;
  /** The path to show to people; `null` when the key comes from the environment. */
  readonly file: string | null;
  /** Calls `onReplaced` after the key was replaced. Returns a function that stops watching. */
  readonly watch: (onReplaced: () => void) => () => void;
}

/** `API_KEY` takes precedence over the file, which is created when it is missing. */
export function openKey(folder: string, given: string | undefined): Key {
  if (given !== undefined && given !== '') return givenKey(given);
  const file = join(folder, 'key');
  writing(file, () => createPrivateFile(file, newKey()));
  let seen = look(file);
  let key = read(file);
  const current = (): string => {
    const now = look(file);
    // While the file is missing the last key stays valid, and no other.
    if (now === null || now === seen) return key;
    key = read(file);
    seen = now;
    return key;
  };
  return { current, file, watch: (onReplaced) => watchKey(file, current, onReplaced) };
}

/** From now on the old key is invalid, even for a server that runs. */
export function replaceKey(folder: string): void {
  const file = join(folder, 'key');
  writing(file, () => replacePrivateFile(file, newKey()));
}

function givenKey(key: string): Key {
  if (!/^[\w-]{16,512}$/.test(key)) {
    throw new CliError('serve/weak-key', 'API_KEY is not a valid key.', {
      hint: 'Use at least 16 random letters, digits, "-" or "_"; or remove API_KEY, and a key is created.',
    });
  }
  return { current: () => key, file: null, watch: () => () => undefined };
}

function newKey(): string {
  return `${randomBytes(32).toString('base64url')}\n`;
}

function writing(file: string, work: () => void): void {
  try {
    work();
  } catch (cause) {
    throw isFolder(file) ? folderError(file, cause) : unwritableKeyError(file, cause);
  }
}

/** Why no bridge can start with the key that is there; `null` when it can, even when a key is still to be made. */
export function problemOfKey(folder: string): CliError | null {
  const file = join(folder, 'key');
  if (!existsSync(file)) return null;
  try {
    readValid(file);
    return null;
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
}

function readValid(file: string): string {
  const key = attempt(file, () => readFileSync(file, 'utf8').trim());
  if (/^[\w-]{16,512}$/.test(key)) return key;
  throw new CliError('serve/bad-key', `${file} does not contain a key; it was left untouched.`, {
    hint: 'Run "annotate-mcp serve --rotate-key" for a new key, then connect the browser again.',
  });
}

function read(file: string): string {
  const key = readValid(file);
  makePrivate(file);
  closeFolder(dirname(file));
  return key;
}

/** In a folder that others may write to, they could replace the key by one that they know. */
function closeFolder(folder: string): void {
  if (process.platform !== 'win32' && (statSync(folder).mode & 0o022) !== 0) chmodSync(folder, 0o700);
}

/** Changes with each version of the file; `null` when there is no file. */
function look(file: string): string | null {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.ino}/${found.mtimeNs}/${found.size}`;
}

function watchKey(file: string, current: () => string, onReplaced: () => void): () => void {
  let known = current();
  const check = (): void => {
    const now = readable(current);
    if (now === null || now === known) return;
    known = now;
    onReplaced();
  };
  // The folder is watched, because a new key is another file with the same name. A watch on the file itself would also
  // miss a change that comes before it looks for the first time.
  const watching = watch(dirname(file), { persistent: false }, check);
  // Where watching fails, each request still reads the file.
  watching.on('error', () => watching.close());
  return () => watching.close();
}

/** `null` while the file is being written or does not contain a key: requests are refused then, but the server runs on. */
function readable(current: () => string): string | null {
  try {
    return current();
  } catch {
    return null;
  }
}

function attempt(file: string, work: () => string): string {
  try {
    return work();
  } catch (cause) {
    if (isFolder(file)) throw folderError(file, cause);
    throw new CliError('serve/bad-key', `${file} cannot be read.`, {
      hint: 'Make it readable for your user.',
      cause,
    });
  }
}

function unwritableKeyError(file: string, cause: unknown): CliError {
  return new CliError('serve/bad-key', `The key could not be written to ${file}.`, {
    hint: 'Make the folder writable, or set your own key in API_KEY.',
    cause,
  });
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}

function folderError(file: string, cause: unknown): CliError {
  return new CliError('serve/bad-key', `${file} is a folder, but should be the file with the key.`, {
    hint: 'Delete it, or move it away: a new key is made. Then connect the browser again.',
    cause,
  });
}
