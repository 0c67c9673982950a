/** The file itself: what it said when it was last looked at, with its own markers taken out. */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { AnnotateError } from '@annotate-mcp/core';
import { fileStamp, replaceFile } from '@annotate-mcp/store/files';

import { type Block, blocksOf, type FileMeta } from '../document/index.ts';
import { fileChangedError, largestFile, tooLargeError, toMarkdownWriteError } from '../files/failures.ts';
import { type FileContent, isWritable, readFileContent, shaOf } from '../files/read-file.ts';
import { type MarkedComment, readMarkers, writeMarkers } from '../markers/index.ts';

/** Whoever writes a file in several steps is at work that long between two of them. */
const quietMs = 25;
/** An editor empties a file before it writes it, and a busy machine may stop it there. */
const emptyMs = 500;
/** Who writes for longer than this writes on and on, and others want to get on as well. */
const unquietMs = 1_000;

interface Reading {
  content: FileContent;
  text: string;
  blocks: Block[];
  /** As the markers say; where they stand now is another question. */
  marked: MarkedComment[];
  problems: string[];
}

export class MarkdownFile {
  readonly file: string;
  /** From the project's root. */
  readonly path: string;
  readonly #workshop: string;
  #reading: Reading;
  #meta: FileMeta;
  #problem: AnnotateError | null = null;
  #previousText: string | null = null;

  private constructor(file: string, path: string, workshop: string, content: FileContent) {
    this.file = file;
    this.path = path;
    this.#workshop = workshop;
    this.#reading = read(content, path);
    this.#meta = this.#describe();
  }

  static async open(file: string, path: string, workshop: string): Promise<MarkdownFile> {
    return new MarkdownFile(file, path, workshop, await readFileContent(file));
  }

  get text(): string {
    return this.#reading.text;
  }

  /** What it said before that, while it was open: a view may still show it. */
  get previousText(): string | null {
    return this.#previousText;
  }

  get blocks(): readonly Block[] {
    return this.#reading.blocks;
  }

  get marked(): readonly MarkedComment[] {
    return this.#reading.marked;
  }

  get meta(): FileMeta {
    return this.#meta;
  }

  /** Why it cannot be read just now. */
  get problem(): AnnotateError | null {
    return this.#problem;
  }

  /** What is wrong with markers in it. */
  get markerProblems(): readonly string[] {
    return this.#reading.problems;
  }

  /** Reads it if it has changed. What cannot be read leaves everything as it was, but for `problem`. */
  async look(): Promise<void> {
    if (this.#problem === null && fileStamp(this.file) === this.#reading.content.stamp) return;
    try {
      await quiet(this.file, this.#reading.content.bytes === 0);
      this.#take(await readFileContent(this.file));
    } catch (error) {
      if (!(error instanceof AnnotateError)) throw error;
      this.#problem = error;
      this.#meta = { ...this.#meta, writable: false };
    }
  }

  /** Puts the text and these comments in the place of what was last read. Refused when somebody else was faster. */
  write(text: string, comments: readonly MarkedComment[]): void {
    if (this.#problem !== null) throw this.#problem;
    const raw = writeMarkers(text, comments);
    const { content } = this.#reading;
    if (raw === content.raw) return;
    const bytes = Buffer.byteLength(raw);
    // It could not be opened again.
    if (bytes > largestFile) throw tooLargeError(this.file, bytes);
    try {
      if (!isWritable(this.file)) throw readOnly(this.file);
      const isCurrent = () => fileStamp(this.file) === content.stamp;
      if (!replaceFile(this.file, raw, { temporaryFolder: this.#workshop, isCurrent }))
        throw fileChangedError(this.file);
    } catch (error) {
      throw toMarkdownWriteError(error, this.file);
    }
    this.#take({
      raw,
      sha: shaOf(raw),
      bytes,
      stamp: fileStamp(this.file),
    });
  }

  #take(content: FileContent): void {
    this.#problem = null;
    const isSame = content.sha === this.#reading.content.sha;
    const { text } = this.#reading;
    this.#reading = isSame ? { ...this.#reading, content } : read(content, this.path);
    if (this.#reading.text !== text) this.#previousText = text;
    this.#meta = this.#describe();
  }

  #describe(): FileMeta {
    const { content, text } = this.#reading;
    return {
      path: this.path,
      name: basename(this.file),
      sha: content.sha,
      bytes: content.bytes,
      lines: linesOf(text),
      writable: isWritable(this.file),
    };
  }
}

function read(content: FileContent, path: string): Reading {
  const { text, comments, problems } = readMarkers(content.raw);
  // It may have been copied or renamed since its markers were written.
  const marked = comments.map((comment): MarkedComment => ({ ...comment, path }));
  return { content, text, blocks: blocksOf(text), marked, problems };
}

/** Comments that were placed in half a text would all be stale. */
async function quiet(file: string, wasEmpty: boolean): Promise<void> {
  let waited = 0;
  for (let stamp = fileStamp(file), before = ''; ; stamp = fileStamp(file)) {
    const isDone = stamp === before && (wasEmpty || !isEmpty(file) || waited >= emptyMs);
    if (isDone || waited >= unquietMs) return;
    before = stamp;
    await delay(quietMs);
    waited += quietMs;
  }
}

function isEmpty(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.size === 0;
  } catch {
    // Whoever reads it learns why.
    return false;
  }
}

/** A line break at the very end begins no further line. */
function linesOf(text: string): number {
  if (text === '') return 0;
  const breaks = text.match(/\r\n|\r|\n/g)?.length ?? 0;
  return /[\r\n]$/.test(text) ? breaks : breaks + 1;
}

function readOnly(file: string): AnnotateError {
  return new AnnotateError('markdown/read-only', `${file} cannot be written; it was left untouched.`, {
    hint: 'Check the permissions of the file and its folder, then try again.',
  });
}
