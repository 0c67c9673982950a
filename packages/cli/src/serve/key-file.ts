/** The random key of this installation. Only this user can read it: a program that has it can control the browser. */
import { randomBytes, randomUUID } from 'node:crypto';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

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
  makeIfMissing(file);
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

/** From now on the old key is invalid, also for a server that runs. */
export function replaceKey(folder: string): void {
  const file = join(folder, 'key');
  const fresh = writeNew(file);
  renameSync(fresh, file);
}

function givenKey(key: string): Key {
  if (!/^[\w-]{16,512}$/.test(key)) {
    throw new CliError('serve/weak-key', 'API_KEY is not a valid key.', {
      hint: 'Use at least 16 random letters, digits, "-" or "_"; or remove API_KEY, and a key is created.',
    });
  }
  return { current: () => key, file: null, watch: () => () => undefined };
}

function makeIfMissing(file: string): void {
  if (look(file) !== null) return;
  const fresh = writeNew(file);
  try {
    // A link fails when the file exists: of two servers that start at once, the second uses the key of the first.
    linkSync(fresh, file);
  } catch (error) {
    // Some file systems have no links.
    if (!isCode(error, 'EEXIST')) renameSync(fresh, file);
  } finally {
    rmSync(fresh, { force: true });
  }
}

function writeNew(file: string): string {
  const fresh = `${file}.${randomUUID()}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(fresh, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
    return fresh;
  } catch (cause) {
    throw unwritableKeyError(file, cause);
  }
}

function read(file: string): string {
  const key = attempt(file, () => readFileSync(file, 'utf8').trim());
  if (!/^[\w-]{16,512}$/.test(key)) {
    throw new CliError('serve/bad-key', `${file} does not contain a key; it was left untouched.`, {
      hint: 'Run "annotate-mcp serve --rotate-key" for a new key, then connect the browser again.',
    });
  }
  // A copy or a restored backup may be readable for other users.
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  return key;
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
  // The folder, because a key is replaced by a file of its name, and at once, because what comes before the first look
  // of a watch on the file itself is never told.
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

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
