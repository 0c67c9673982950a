/** The file on disk as it was read last, with its own markers removed from the text. */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { AnnotateError, type MarkdownAnchor } from '@annotate-mcp/core';
import { fileStamp, replaceFile } from '@annotate-mcp/store/files';

import { type Block, blocksOf, createAddFingerprint, type DividedText } from '../document/index.ts';
import { StepLimitError } from '../document/steps.ts';
import {
  fileChangedError,
  largestFile,
  toMarkdownWriteError,
  tooComplexError,
  tooLargeError,
} from '../errors.ts';
import { type FileContent, isWritable, readFileContent, shaOf } from '../files/read-file.ts';
import { type MarkedComment, readMarkersAndNotes, writeMarkers } from '../markers/index.ts';
import type { CommentProvenance } from '../stores/comment-provenance.ts';
import type { FileMeta } from '../view-messages.ts';

import { commentsOfNotes } from './note-comments.ts';

/** A program that writes a file in several steps may pause this long between two of them. */
const pauseMs = 25;
/** Some editors empty a file before they write it; on a busy machine it stays empty for a while. */
const emptyMs = 500;
/** A file that is still being written after this time is read as it is. */
const longestWaitMs = 1_000;

/** A view reads the new text within moments; two or three edits fit in between. */
const mostEarlierTexts = 4;

interface Reading {
  content: FileContent;
  text: string;
  blocks: Block[];
  addFingerprint: (anchor: MarkdownAnchor) => MarkdownAnchor;
  /** With the anchors of the markers; place-anchors.ts finds their placements. */
  marked: MarkedComment[];
  problems: string[];
}

export interface MarkdownFileOptions {
  file: string;
  /** From the project's root. */
  path: string;
  /** Where a new version is written before it replaces the file. */
  temporaryFolder: string;
  provenance: CommentProvenance;
}

export class MarkdownFile {
  readonly file: string;
  readonly path: string;
  readonly #temporaryFolder: string;
  readonly #provenance: CommentProvenance;
  /** When notes in it count as written. It stays the same while the file is open, so that they do not change. */
  readonly #notesAt: string;
  #reading: Reading;
  #meta: FileMeta;
  #problem: AnnotateError | null = null;
  #previousText: string | null = null;
  /** Texts that a view may still show, by the hash of the file; the oldest first. */
  readonly #earlierTexts = new Map<string, string>();

  private constructor(
    { file, path, temporaryFolder, provenance }: MarkdownFileOptions,
    content: FileContent,
  ) {
    this.file = file;
    this.path = path;
    this.#temporaryFolder = temporaryFolder;
    this.#provenance = provenance;
    this.#notesAt = timeOf(file);
    this.#reading = this.#read(content, undefined);
    this.#meta = this.#describe();
  }

  static async open(options: MarkdownFileOptions): Promise<MarkdownFile> {
    return new MarkdownFile(options, await readFileContent(options.file));
  }

  get text(): string {
    return this.#reading.text;
  }

  /** The text before the last change, while it was open: a view may still show it. */
  get previousText(): string | null {
    return this.#previousText;
  }

  /** The text of the file with this hash; `null` when that was long ago. */
  textWith(sha: string): string | null {
    return sha === this.#meta.sha ? this.text : (this.#earlierTexts.get(sha) ?? null);
  }

  get blocks(): readonly Block[] {
    return this.#reading.blocks;
  }

  /** For an anchor that is placed in `text`. */
  addFingerprint(anchor: MarkdownAnchor): MarkdownAnchor {
    return this.#reading.addFingerprint(anchor);
  }

  get marked(): readonly MarkedComment[] {
    return this.#reading.marked;
  }

  get meta(): FileMeta {
    return this.#meta;
  }

  /** Why it cannot be read at present. */
  get problem(): AnnotateError | null {
    return this.#problem;
  }

  /** What is wrong with markers in it. */
  get markerProblems(): readonly string[] {
    return this.#reading.problems;
  }

  /** Reads it if it has changed. A file that cannot be read changes nothing but `problem` and `writable`. */
  async refresh(): Promise<void> {
    if (this.#problem === null && fileStamp(this.file) === this.#reading.content.stamp) return;
    try {
      await waitUntilWritten(this.file, this.#reading.content.bytes === 0);
      this.#setContent(await readFileContent(this.file));
    } catch (error) {
      if (!(error instanceof AnnotateError)) throw error;
      this.#problem = error;
      this.#meta = { ...this.#meta, writable: false };
    }
  }

  /** Replaces what was last read by this text and these comments. Refused when another program changed the file since. */
  write(text: string, comments: readonly MarkedComment[]): void {
    if (this.#problem !== null) throw this.#problem;
    const raw = writeMarkers(text, comments, (comment) => this.#provenance.sealOf(comment));
    const { content } = this.#reading;
    if (raw === content.raw) return;
    const bytes = Buffer.byteLength(raw);
    // A larger file could not be opened again.
    if (bytes > largestFile) throw tooLargeError(this.file, bytes);
    try {
      if (!isWritable(this.file)) throw readOnlyError(this.file);
      const isCurrent = () => fileStamp(this.file) === content.stamp;
      if (!replaceFile(this.file, raw, { temporaryFolder: this.#temporaryFolder, isCurrent }))
        throw fileChangedError(this.file);
    } catch (error) {
      throw toMarkdownWriteError(error, this.file);
    }
    this.#setContent({ raw, sha: shaOf(raw), bytes, stamp: fileStamp(this.file) });
  }

  #setContent(content: FileContent): void {
    this.#problem = null;
    const isSame = content.sha === this.#reading.content.sha;
    const { text } = this.#reading;
    if (!isSame) this.#remember(this.#reading.content.sha, text);
    this.#reading = isSame ? { ...this.#reading, content } : this.#read(content, this.#reading);
    if (this.#reading.text !== text) this.#previousText = text;
    this.#meta = this.#describe();
  }

  #remember(sha: string, text: string): void {
    this.#earlierTexts.delete(sha);
    this.#earlierTexts.set(sha, text);
    const [oldest] = this.#earlierTexts.keys();
    if (this.#earlierTexts.size > mostEarlierTexts && oldest !== undefined) this.#earlierTexts.delete(oldest);
  }

  #read(content: FileContent, before: DividedText | undefined): Reading {
    try {
      const isOwn = (record: object, seal: string | undefined) => this.#provenance.isOwn(record, seal);
      const { text, comments, notes, problems } = readMarkersAndNotes(content.raw, isOwn);
      const blocks = blocksOf(text, before);
      // The file may have been copied or renamed since its markers were written.
      const marked = comments.map((comment): MarkedComment => ({ ...comment, path: this.path }));
      const known = new Set(marked.map(({ id }) => id));
      const written = commentsOfNotes(notes, { text, blocks, path: this.path, at: this.#notesAt });
      return {
        content,
        text,
        blocks,
        addFingerprint: createAddFingerprint(text),
        marked: [...marked, ...written.filter(({ id }) => !known.has(id))],
        problems,
      };
    } catch (error) {
      // Reading a line of megabytes may need more stack than there is, and then throws this error.
      const isTooComplex = error instanceof StepLimitError || error instanceof RangeError;
      throw isTooComplex ? tooComplexError(this.file) : error;
    }
  }

  #describe(): FileMeta {
    const { content, text } = this.#reading;
    return {
      path: this.path,
      name: basename(this.file),
      sha: content.sha,
      bytes: content.bytes,
      lines: countLines(text),
      writable: isWritable(this.file),
    };
  }
}

/** In a text that is half written, comments would become stale. */
async function waitUntilWritten(file: string, wasEmpty: boolean): Promise<void> {
  let waited = 0;
  for (let stamp = fileStamp(file), before = ''; ; stamp = fileStamp(file)) {
    const isDone = stamp === before && (wasEmpty || !isEmpty(file) || waited >= emptyMs);
    if (isDone || waited >= longestWaitMs) return;
    before = stamp;
    await delay(pauseMs);
    waited += pauseMs;
  }
}

function isEmpty(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.size === 0;
  } catch {
    // Reading the file, which follows, reports the error.
    return false;
  }
}

function timeOf(file: string): string {
  return (statSync(file, { throwIfNoEntry: false })?.mtime ?? new Date(0)).toISOString();
}

/** A line break at the very end begins no further line. */
function countLines(text: string): number {
  if (text === '') return 0;
  const breaks = text.match(/\r\n|\r|\n/g)?.length ?? 0;
  return /[\r\n]$/.test(text) ? breaks : breaks + 1;
}

function readOnlyError(file: string): AnnotateError {
  return new AnnotateError('markdown/read-only', `${file} cannot be written; it was left untouched.`, {
    hint: 'Check the permissions of the file and its folder, then try again.',
  });
}
