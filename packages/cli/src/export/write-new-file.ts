import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';

import { renameOver } from '@annotate-mcp/store/files';

import { describeFileError } from '../describe-file-error.ts';
import { CliError } from '../errors.ts';

/** Writes to a temporary file and renames it, so that no program reads a file that is only partly written. */
export async function writeNewFile(
  file: string,
  text: AsyncIterable<string>,
  { force }: { force: boolean },
): Promise<void> {
  if (existsSync(file) && statSync(file).isDirectory()) throw writeError(file, 'it is a folder');
  if (!force && existsSync(file)) throw fileExistsError(file);
  const draft = `${file}.${randomUUID()}.new`;
  try {
    await fill(draft, text);
    await renameOver(draft, file);
  } catch (error) {
    await discard(draft);
    throw toCliError(error, file);
  }
}

async function discard(draft: string): Promise<void> {
  try {
    await rm(draft, { force: true });
  } catch {
    // The first error is reported; this one only says that the file cannot be removed.
  }
}

async function fill(file: string, text: AsyncIterable<string>): Promise<void> {
  const handle = await open(file, 'wx');
  try {
    for await (const piece of text) await handle.writeFile(piece);
  } finally {
    await handle.close();
  }
}

function fileExistsError(file: string): CliError {
  return new CliError('export/exists', `${file} exists already; it was left untouched.`, {
    hint: 'Choose another file, or pass --force to replace it.',
  });
}

/** Errors of the store have a message for people; errors of the file system get one here. */
function toCliError(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  return writeError(file, describeFileError(error, 'its folder does not exist'), error);
}

function writeError(file: string, why: string, cause?: unknown): CliError {
  return new CliError('export/failed', `${file} could not be written: ${why}.`, {
    hint: 'Name a file with --out, in a folder that exists and that you may write to.',
    cause,
  });
}
