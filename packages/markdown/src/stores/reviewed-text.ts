/**
 * The text of a document that its person reviewed last, which later edits are compared with. It is beside the last seen
 * text, on this machine only, and holds one text per document, so that it is never larger than a file that can be opened.
 */
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { applyPatch, structuredPatch } from 'diff';

import { fileStamp, hasErrorCode, replaceFile } from '@annotate-mcp/store/files';

import { largestFile } from '../errors.ts';
import { shaOf } from '../files/read-file.ts';

import { createIgnoredFolder } from './last-seen.ts';

export interface ReviewedText {
  text: string;
  sha: string;
}

export class ReviewedTextFile {
  readonly file: string;
  #stamp = 'none';
  #value: ReviewedText | null = null;

  constructor(file: string) {
    this.file = file;
  }

  /** Includes what other processes wrote. `null` before the first review. */
  read(): ReviewedText | null {
    const stamp = fileStamp(this.file);
    if (stamp !== this.#stamp && stamp !== 'none') this.#value = readText(this.file) ?? this.#value;
    this.#stamp = stamp;
    return this.#value;
  }

  /** Call it while holding the lock of the document. */
  write(text: string): void {
    if (this.read()?.text === text) return;
    this.#value = { text, sha: shaOf(text) };
    try {
      createIgnoredFolder(dirname(this.file));
      // Private: the text may come from a private file.
      replaceFile(this.file, text, { newFileMode: 0o600 });
    } catch (error) {
      // Then only this process remembers it.
      if (!hasErrorCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT')) throw error;
    }
    this.#stamp = fileStamp(this.file);
  }

  /**
   * For an edit that the person made in the view: they know it, so that it is not a change to review. Where other edits
   * have changed the same lines, the reviewed text stays as it is, and all of them are shown.
   */
  follow(before: string, after: string): void {
    const reviewed = this.read()?.text;
    if (reviewed === undefined) return;
    const edited = reviewed === before ? after : withSameEdit(reviewed, before, after);
    if (edited !== null) this.write(edited);
  }
}

/** A person changes some lines at a time; finding more differences takes long. */
const mostEditedLines = 200;

function withSameEdit(reviewed: string, before: string, after: string): string | null {
  const patch = structuredPatch('', '', before, after, undefined, undefined, {
    maxEditLength: mostEditedLines,
  });
  const edited = patch === undefined ? false : applyPatch(reviewed, patch, { autoConvertLineEndings: false });
  return edited === false ? null : edited;
}

/** `null` when it cannot be read: then no changes are shown until the next review. */
function readText(file: string): ReviewedText | null {
  try {
    if (statSync(file).size > largestFile) return null;
    const text = readFileSync(file, 'utf8');
    return { text, sha: shaOf(text) };
  } catch {
    return null;
  }
}
