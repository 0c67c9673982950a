import { resolve } from 'node:path';

import { resolveConflicts, storeFile } from '@annotate-mcp/store';

import type { GlobalOptions } from '../cli-command.ts';
import { describeFileError } from '../describe-file-error.ts';
import { CliError } from '../errors.ts';
import { locateStore } from '../project-store.ts';
import { printable, type Terminal } from '../terminal.ts';

interface Outcome {
  file: string;
  /** `null` when the file had no conflict markers. */
  annotations: number | null;
  combined: number;
}

export function merge(
  files: readonly string[],
  options: GlobalOptions & { json?: boolean },
  terminal: Terminal,
): void {
  const named = files.length > 0 ? files.map((file) => resolve(file)) : [fileOfStore(options)];
  const outcomes = named.map(mergeFile);
  if (options.json === true) terminal.print(JSON.stringify(outcomes, null, 2));
  else for (const outcome of outcomes) terminal.print(printable(describe(outcome)));
}

function fileOfStore(options: GlobalOptions): string {
  const { url, root } = locateStore(options);
  const file = storeFile(url, root);
  if (file?.scheme === 'json') return file.path;
  throw new CliError('merge/no-file', 'There is no file to merge: the store is not a JSON file.', {
    hint: 'Name the file, or its store: annotate-mcp merge --store json:inline-review.json.',
  });
}

function mergeFile(file: string): Outcome {
  try {
    const resolved = resolveConflicts(file);
    return { file, annotations: resolved?.annotations ?? null, combined: resolved?.combined ?? 0 };
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    throw new CliError(
      'merge/unreadable',
      `${file} could not be merged: ${describeFileError(cause, 'there is no such file')}.`,
      { hint: 'Check the path; it is relative to the current folder.', cause },
    );
  }
}

function describe({ file, annotations, combined }: Outcome): string {
  if (annotations === null) return `${file} has no conflict markers; it was left untouched.`;
  const both = combined === 0 ? '' : `; ${combined} had changed on both sides, and have the replies of both`;
  return `Merged ${file}: ${annotations} annotations${both}. Next: git add "${file}".`;
}
