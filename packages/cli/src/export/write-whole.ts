import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';

import { CliError } from '../errors.ts';

/** Nobody meets half a file: it is written under another name and takes its place when it is whole. */
export async function writeWhole(
  file: string,
  text: AsyncIterable<string>,
  { force }: { force: boolean },
): Promise<void> {
  if (!force && existsSync(file)) throw exists(file);
  const draft = `${file}.${randomUUID()}.new`;
  try {
    await fill(draft, text);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw inWords(error, file);
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

function exists(file: string): CliError {
  return new CliError('export/exists', `${file} exists already; it was left untouched.`, {
    hint: 'Choose another file, or pass --force to replace it.',
  });
}

/** What the store threw while it was read explains itself; what the file system says does not. */
function inWords(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !('syscall' in error)) return error;
  return new CliError('export/failed', `${file} could not be written: ${error.message}.`, {
    hint: 'Check that its folder exists, that it is no folder itself, and that you may write there.',
    cause: error,
  });
}
