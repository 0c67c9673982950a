/**
 * The person's last verdict on a document, beside the last seen text. It is sealed: a verdict that a repository brings
 * along was not given by this user, and is not read.
 */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { z } from 'zod';

import { parseJson } from '@annotate-mcp/core';
import { fileStamp, hasErrorCode, replaceFile } from '@annotate-mcp/store/files';

import { shaOf } from '../files/read-file.ts';
import { type GivenVerdict, type VerdictInput, verdicts } from '../view-messages.ts';

import type { CommentProvenance } from './comment-provenance.ts';
import { createIgnoredFolder } from './last-seen.ts';

interface StoredVerdict extends VerdictInput {
  at: string;
  /** Of the document, so that the seal is valid for no other one. */
  path: string;
  /** SHA-256 of the text without markers that the verdict was given on. */
  sha: string;
}

export interface VerdictFileOptions {
  file: string;
  /** Relative to the project's root. */
  path: string;
  provenance: Pick<CommentProvenance, 'isSealed' | 'seal'>;
}

export class VerdictFile {
  readonly file: string;
  readonly #path: string;
  readonly #provenance: VerdictFileOptions['provenance'];
  #stamp = 'none';
  #value: StoredVerdict | null = null;
  #hashed = { text: '', sha: shaOf('') };

  constructor({ file, path, provenance }: VerdictFileOptions) {
    this.file = file;
    this.#path = path;
    this.#provenance = provenance;
  }

  /** Includes what other processes wrote. `text` is the document's text now. */
  read(text: string): GivenVerdict | null {
    const stored = this.#read();
    if (stored === null) return null;
    const { sha, path: _path, ...given } = stored;
    return { ...given, outdated: sha !== this.#shaOf(text) };
  }

  /** Call it while holding the lock of the document. Returns `false` for a verdict that was written before. */
  write(input: VerdictInput, text: string, at: Date): boolean {
    if (this.#read()?.id === input.id) return false;
    const value = { ...input, at: at.toISOString(), path: this.#path, sha: this.#shaOf(text) };
    this.#value = value;
    try {
      createIgnoredFolder(dirname(this.file));
      const content = { verdict: value, seal: this.#provenance.seal(value) };
      replaceFile(this.file, JSON.stringify(content), { newFileMode: 0o600 });
    } catch (error) {
      // Then only this process knows it, and its agents are told all the same.
      if (!hasErrorCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT')) throw error;
    }
    this.#stamp = fileStamp(this.file);
    return true;
  }

  #read(): StoredVerdict | null {
    const stamp = fileStamp(this.file);
    if (stamp !== this.#stamp && stamp !== 'none') this.#value = this.#parse() ?? this.#value;
    this.#stamp = stamp;
    return this.#value;
  }

  /** `null` when it cannot be read, or is not this user's verdict on this document. */
  #parse(): StoredVerdict | null {
    try {
      const { verdict, seal } = fileSchema.parse(parseJson(readFileSync(this.file, 'utf8')));
      const isOwn = verdict.path === this.#path && this.#provenance.isSealed(verdict, seal);
      return isOwn ? verdict : null;
    } catch {
      // A broken file is not a verdict; the next one replaces it.
      return null;
    }
  }

  /** A text that was hashed is asked for again with every change of a comment. */
  #shaOf(text: string): string {
    if (this.#hashed.text !== text) this.#hashed = { text, sha: shaOf(text) };
    return this.#hashed.sha;
  }
}

const fileSchema = z.object({
  verdict: z.object({
    id: z.string(),
    verdict: z.enum(verdicts),
    text: z.string().exactOptional(),
    at: z.iso.datetime(),
    path: z.string(),
    sha: z.string(),
  }) satisfies z.ZodType<StoredVerdict>,
  seal: z.string(),
});
