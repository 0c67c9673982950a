/** What this machine remembers of a document between two reads of the file. It is in `.annotate/`, which git ignores. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { z } from 'zod';

import { type MarkdownAnchor, parseJson } from '@annotate-mcp/core';
import { fileStamp, hasErrorCode, replaceFile } from '@annotate-mcp/store/files';

import type { SharedContent } from './merge-comment.ts';

export interface LastSeen {
  version: 1;
  mirror: boolean;
  /** The text without markers that the sidecar's anchors count in; `null` before the first read. */
  text: string | null;
  /** Placements in `text` of comments in the file's own markers, by id. */
  placed: Record<string, MarkerPlacement>;
  /** The content of each comment when sidecar and file last had the same, by id. */
  shared: Record<string, SharedContent>;
}

export interface MarkerPlacement {
  /** As it is in the file; its offsets are as old as the marker. */
  written: MarkdownAnchor;
  anchor: MarkdownAnchor;
  anchorState: 'placed' | 'ambiguous' | 'stale';
}

const nothingSeen: LastSeen = { version: 1, mirror: false, text: null, placed: {}, shared: {} };

export class LastSeenFile {
  readonly #file: string;
  #stamp = '';
  #value = nothingSeen;

  constructor(file: string) {
    this.#file = file;
  }

  /** Includes what other processes wrote. */
  read(): LastSeen {
    const stamp = fileStamp(this.#file);
    if (stamp !== this.#stamp && stamp !== 'none') this.#value = parseFile(this.#file) ?? this.#value;
    this.#stamp = stamp;
    return this.#value;
  }

  /** Call it while holding the lock of the document, after `read`: it changes what `read` returned. */
  write(change: Partial<LastSeen>): void {
    const next = { ...this.#value, ...change };
    if (isDeepStrictEqual(next, this.#value)) return;
    this.#value = next;
    try {
      createIgnoredFolder(dirname(this.#file));
      // Private: the text that it holds may come from a private file.
      replaceFile(this.#file, JSON.stringify(next), { newFileMode: 0o600 });
    } catch (error) {
      // Then only this process remembers it; other processes find comments by their quotes.
      if (!hasErrorCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT')) throw error;
    }
    this.#stamp = fileStamp(this.#file);
  }
}

export function createIgnoredFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error;
  }
}

const anchorSchema = z.object({
  line_start: z.number(),
  line_end: z.number(),
  char_start: z.number(),
  char_end: z.number(),
  block_id: z.string(),
  quote: z.string(),
  context_before: z.string(),
  context_after: z.string(),
}) satisfies z.ZodType<MarkdownAnchor>;

const lastSeenSchema = z.object({
  version: z.literal(1),
  mirror: z.boolean(),
  text: z.string().nullable(),
  placed: z.record(
    z.string(),
    z.object({
      written: anchorSchema,
      anchor: anchorSchema,
      anchorState: z.enum(['placed', 'ambiguous', 'stale']),
    }),
  ),
  shared: z.record(
    z.string(),
    z.object({
      text: z.string(),
      state: z.string(),
      intent: z.string(),
      quote: z.string(),
      replies: z.array(z.string()),
    }),
  ),
}) satisfies z.ZodType<LastSeen>;

/**
 * `null` when it cannot be read. No text of a person is lost then: comments are found by their quotes, and the mirror
 * is off until it is switched on again.
 */
function parseFile(file: string): LastSeen | null {
  try {
    return lastSeenSchema.parse(parseJson(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}
