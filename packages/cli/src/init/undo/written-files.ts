/**
 * What init changed in each file of a project, so that undo restores every byte: a text alone does not tell whether an
 * empty list was there before. Kept with the person's settings, where no repository can write, and without the texts
 * themselves, which may have keys in them.
 */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

import { diffChars } from 'diff';
import { z } from 'zod';

import { hasErrorCode, replacePrivateFile } from '@annotate-mcp/store/files';
import { provenanceFolder } from '@annotate-mcp/store/user-folders';
import { projectKey } from '@annotate-mcp/work';

import type { Change } from '../change.ts';

const editFormat = z.object({
  at: z.int().nonnegative(),
  length: z.int().nonnegative(),
  text: z.string(),
});
type Edit = z.output<typeof editFormat>;

const writtenFormat = z.object({
  version: z.literal(1),
  root: z.string(),
  /** By their paths from the root. */
  files: z.record(
    z.string(),
    z.object({
      /** The hash of the text as init left it: only that text can be taken back so. */
      after: z.string(),
      /** From that text to the one before; `null` when there was no file. */
      edits: z.array(editFormat).nullable(),
    }),
  ),
});
type WrittenFiles = z.output<typeof writtenFormat>;

/** A file that init changes for the second time is remembered as it was before the first. */
export function rememberChanges(root: string, changes: readonly Change[]): void {
  if (changes.length === 0) return;
  const { files } = readWritten(root);
  for (const { file, before, after } of changes) {
    if (after === null) continue;
    const first = before === null ? null : originalIn(files[relative(root, file)], before);
    const original = first === undefined ? before : first;
    files[relative(root, file)] = {
      after: hashOf(after),
      edits: original === null ? null : editsBetween(after, original),
    };
  }
  const written: WrittenFiles = { version: 1, root, files };
  replacePrivateFile(fileOf(root), `${JSON.stringify(written, null, 2)}\n`);
}

/**
 * Finds the texts from before init; `null` when there was no file, `undefined` for a file that init did not change or
 * that has changed since.
 */
export function originalsOf(root: string): (file: string, text: string) => string | null | undefined {
  const { files } = readWritten(root);
  return (file, text) => originalIn(files[relative(root, file)], text);
}

export function forgetChanges(root: string): void {
  rmSync(fileOf(root), { force: true });
}

function originalIn(
  written: WrittenFiles['files'][string] | undefined,
  text: string,
): string | null | undefined {
  if (written === undefined || written.after !== hashOf(text)) return undefined;
  return written.edits === null ? null : applyEdits(text, written.edits);
}

/** Nothing is remembered in a file that cannot be understood: undo then goes by the texts. */
function readWritten(root: string): WrittenFiles {
  const none: WrittenFiles = { version: 1, root, files: {} };
  try {
    const found = writtenFormat.safeParse(JSON.parse(readFileSync(fileOf(root), 'utf8')));
    return found.success && found.data.root === root ? found.data : none;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR') || error instanceof SyntaxError) return none;
    throw error;
  }
}

function fileOf(root: string): string {
  return join(provenanceFolder(), 'init', `${projectKey(root)}.json`);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function editsBetween(from: string, to: string): Edit[] {
  const edits: Edit[] = [];
  let at = 0;
  for (const { added, removed, value } of diffChars(from, to)) {
    if (added) edits.push({ at, length: 0, text: value });
    else if (removed) edits.push({ at, length: value.length, text: '' });
    if (!added) at += value.length;
  }
  return edits;
}

function applyEdits(text: string, edits: readonly Edit[]): string {
  return edits.reduceRight(
    (edited, { at, length, text: piece }) => edited.slice(0, at) + piece + edited.slice(at + length),
    text,
  );
}
