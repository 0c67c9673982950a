/** What this machine remembers of a file between two looks at it. Not for git: it lies in `.annotate/`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { z } from 'zod';

import type { MarkdownAnchor } from '@annotate-mcp/core';
import { fileStamp, hasErrorCode, replaceFile } from '@annotate-mcp/store/files';

import type { Said } from './said.ts';

export interface LastSeen {
  version: 1;
  mirror: boolean;
  /** The text without markers that the sidecar's anchors count in; `null` before the first look. */
  text: string | null;
  /** Where comments in the file's own markers stand in `text`. */
  placed: Record<string, PlacedMarker>;
  /** What sidecar and file said when they last said the same. */
  shared: Record<string, Said>;
}

export interface PlacedMarker {
  /** As the file says; its offsets are as old as the marker. */
  written: MarkdownAnchor;
  anchor: MarkdownAnchor;
  anchorState: 'placed' | 'ambiguous' | 'stale';
}

const nothingSeen: LastSeen = { version: 1, mirror: false, text: null, placed: {}, shared: {} };

export class LastSeenFile {
  readonly file: string;
  #stamp = '';
  #value = nothingSeen;

  constructor(file: string) {
    this.file = file;
  }

  /** As whichever process left it. */
  read(): LastSeen {
    const stamp = fileStamp(this.file);
    if (stamp !== this.#stamp && stamp !== 'none') this.#value = parsed(this.file) ?? this.#value;
    this.#stamp = stamp;
    return this.#value;
  }

  /** To be called while holding the file's lock, with what `read` returned in mind. */
  write(change: Partial<LastSeen>): void {
    const next = { ...this.#value, ...change };
    if (isDeepStrictEqual(next, this.#value)) return;
    this.#value = next;
    try {
      ignoredFolder(dirname(this.file));
      // Private: the text that it holds may come from a private file.
      replaceFile(this.file, JSON.stringify(next), { newFileMode: 0o600 });
    } catch (error) {
      // Remembered by this process alone then; others follow edits by the quote.
      if (!hasErrorCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT')) throw error;
    }
    this.#stamp = fileStamp(this.file);
  }
}

function ignoredFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
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
 * `null` for what cannot be read: nothing that somebody wrote is in there. Comments are then found by their quote,
 * and a mirror waits to be switched on again.
 */
function parsed(file: string): LastSeen | null {
  try {
    return lastSeenSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}
