/** The key of this install: made once, at random, for this user's eyes only. Whoever has it can drive the browser. */
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
  /** As it is now: another process may have replaced it. */
  readonly current: () => string;
  /** For people; `null` when it was given by the environment. */
  readonly file: string | null;
  /** Calls back after it was replaced. Returns how to stop. */
  readonly watch: (onReplaced: () => void) => () => void;
}

/** `API_KEY` wins over the file, which is made when there is none. */
export function openKey(folder: string, given: string | undefined): Key {
  if (given !== undefined && given !== '') return givenKey(given);
  const file = join(folder, 'key');
  makeIfMissing(file);
  let seen = look(file);
  let key = read(file);
  const current = (): string => {
    const now = look(file);
    // One that is gone for a moment, or for good, does not open the door to anybody.
    if (now === null || now === seen) return key;
    key = read(file);
    seen = now;
    return key;
  };
  return { current, file, watch: (onReplaced) => watchKey(file, current, onReplaced) };
}

/** The old key is worth nothing from here on, also to a server that runs. */
export function replaceKey(folder: string): void {
  const file = join(folder, 'key');
  const fresh = writeNew(file);
  renameSync(fresh, file);
}

function givenKey(key: string): Key {
  if (!/^[\w-]{16,512}$/.test(key)) {
    throw new CliError('serve/weak-key', 'API_KEY is not fit to be a key.', {
      hint: 'Use at least 16 letters, digits, "-" or "_", made at random; or leave it out, and one is made.',
    });
  }
  return { current: () => key, file: null, watch: () => () => undefined };
}

function makeIfMissing(file: string): void {
  if (look(file) !== null) return;
  const fresh = writeNew(file);
  try {
    // Not renamed: of two servers that start at once, the second takes the key of the first.
    linkSync(fresh, file);
  } catch (error) {
    // A file system without links has to do with less.
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
    throw unwritable(file, cause);
  }
}

function read(file: string): string {
  const key = attempt(file, () => readFileSync(file, 'utf8').trim());
  if (!/^[\w-]{16,512}$/.test(key)) {
    throw new CliError('serve/bad-key', `${file} holds no key; left untouched.`, {
      hint: 'Make a new one with "annotate-mcp serve --rotate-key", then connect the browser again.',
    });
  }
  // A copy or a restored backup may have opened it to others.
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  return key;
}

/** What tells one state of the file from another; `null` when there is none. */
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
  // Where nothing can be watched each request still looks for itself.
  watching.on('error', () => watching.close());
  return () => watching.close();
}

/** `null` while somebody writes it, or has put something else there: requests are refused then, but the server goes on. */
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
      hint: 'It has to belong to you and be readable for you.',
      cause,
    });
  }
}

function unwritable(file: string, cause: unknown): CliError {
  return new CliError('serve/bad-key', `The key of this install could not be written to ${file}.`, {
    hint: 'Let that folder be written to, or give a key of your own as API_KEY.',
    cause,
  });
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
