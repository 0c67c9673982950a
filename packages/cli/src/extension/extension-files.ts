/** Puts the files of the extension into the user's folder, replaces them by newer ones, and removes them. */
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { z } from 'zod';

import { bridgeFileName, buildFileName } from '@annotate-mcp/browser-protocol';
import { makePrivate, renameOverSync } from '@annotate-mcp/store/files';

import { describeFileError } from '../describe-file-error.ts';
import { CliError } from '../errors.ts';

export type Unpacked = 'new' | 'updated' | 'current';

/** A name that leads out of the folder is refused: another program may have changed the file. */
const fileNameSchema = z.string().regex(/^(?!.*\.\.)[\w-][\w.-]*(\/[\w-][\w.-]*)*$/);
const buildSchema = z.object({ build: z.string(), files: z.array(fileNameSchema) });
type Build = z.output<typeof buildSchema>;

/** Chrome reads the manifest first, and the running extension compares the build: both are written last. */
const lastFiles = ['manifest.json', buildFileName];

/** Leaves other files in the folder as they are, such as the one with which a running server tells of itself. */
export function unpackExtension(source: string, folder: string): Unpacked {
  const build = readBuild(source);
  if (build === null) throw missingSourceError(source);
  return writing(folder, () => {
    openFolder(folder);
    const before = readBuild(folder);
    if (before?.build === build.build && isComplete(build, source, folder)) return 'current';
    const files = [...build.files.filter((name) => !lastFiles.includes(name)), ...lastFiles];
    for (const name of files) writeFile(join(folder, name), readFileSync(join(source, name)));
    const old = before?.files.filter((name) => !build.files.includes(name)) ?? [];
    removeFiles(folder, old);
    return before === null ? 'new' : 'updated';
  });
}

/** Returns whether there was something to remove. */
export function removeExtension(folder: string): boolean {
  return writing(folder, () => {
    const build = readBuild(folder);
    if (build === null) return false;
    removeFiles(folder, [...build.files, bridgeFileName]);
    removeEmptyFolder(folder);
    return true;
  });
}

/** `null` when there is none, or none of ours. */
function readBuild(folder: string): Build | null {
  const file = join(folder, buildFileName);
  if (!existsSync(file)) return null;
  try {
    const parsed = buildSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    // Not JSON: then all files are written again.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The key of a running server is written there too, so other users may not look into it. */
function openFolder(folder: string): void {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found !== undefined && !found.isDirectory()) {
    throw new CliError('extension/not-a-folder', `${folder} is not a folder; it was left untouched.`, {
      hint: 'Move it away, then run the command again.',
    });
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  makePrivate(folder);
}

function isComplete({ files }: Build, source: string, folder: string): boolean {
  return files.every((name) => {
    const file = join(folder, name);
    return existsSync(file) && readFileSync(file).equals(readFileSync(join(source, name)));
  });
}

/** Chrome may read the file at the same time, and gets the old one or the new one. */
function writeFile(file: string, bytes: Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${randomUUID()}`;
  try {
    writeFileSync(fresh, bytes, { mode: 0o600, flag: 'wx' });
    renameOverSync(fresh, file);
  } finally {
    rmSync(fresh, { force: true });
  }
}

function removeFiles(folder: string, names: readonly string[]): void {
  for (const name of names) rmSync(join(folder, name), { force: true });
  const below = new Set(names.map((name) => dirname(name)).filter((name) => name !== '.'));
  for (const name of below) removeEmptyFolder(join(folder, name));
}

function removeEmptyFolder(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}

function writing<Result>(folder: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    const why = describeFileError(cause, 'a folder in its path is missing');
    throw new CliError('extension/unwritable', `The extension in ${folder} could not be changed: ${why}.`, {
      hint: 'Make the folder writable for your user, or name another one in ANNOTATE_CONFIG_FOLDER, for the server too.',
      cause,
    });
  }
}

function missingSourceError(source: string): CliError {
  return new CliError('extension/missing', `The extension is not in ${source}.`, {
    hint: 'Install annotate-mcp again. In a checkout, run "npm run build:extension" first.',
  });
}
