/** A file before and after init. Nothing is written before the user has agreed to the whole plan. */
import { existsSync, readFileSync, rmSync } from 'node:fs';

import { replaceFile, realPath } from '@annotate-mcp/store/files';

import { describeFileError } from '../describe-file-error.ts';
import { CliError } from '../errors.ts';

export interface Change {
  file: string;
  /** For the plan: what happens to it, in a few words. */
  what: string;
  /** `null` when there is no such file yet. */
  before: string | null;
  /** `null` when the file is removed. */
  after: string | null;
  /** Written by a person: the plan shows the lines that change. */
  isSource?: boolean;
}

export function applyChange({ file, before, after }: Change): void {
  const now = existsSync(file) ? readFileSync(file, 'utf8') : null;
  if (now !== before) throw changedFileError(file);
  try {
    if (after === null) {
      rmSync(file);
      return;
    }
    // A symbolic link stays, and what it leads to is replaced.
    replaceFile(existsSync(file) ? realPath(file) : file, after);
  } catch (cause) {
    throw new CliError(
      'init/failed',
      `${file} could not be written: ${describeFileError(cause, 'its folder does not exist')}.`,
      { hint: 'Check that you may write there, and run init again; it continues where it stopped.', cause },
    );
  }
}

function changedFileError(file: string): CliError {
  return new CliError('init/changed', `${file} has changed since the plan was made; it was left untouched.`, {
    hint: 'Run init again.',
  });
}
