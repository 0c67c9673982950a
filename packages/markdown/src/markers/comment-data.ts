/**
 * The block at the end of a file that holds the comments themselves: one line of JSON each, so that a diff shows which
 * comment changed and a merge of two branches can be read line by line. The seal of a line proves that this user wrote
 * it; who has the key is decided by the caller.
 */
import { z } from 'zod';

import { parseJson } from '@annotate-mcp/core';
import { annotationSchema, describeProblem } from '@annotate-mcp/core/schema';

import type { MarkdownComment } from '../view-messages.ts';

import { dataOpening } from './syntax.ts';

/** A comment that is stored in the file it is about. */
export type MarkedComment = MarkdownComment & { store: 'inline' };

/** Whether this record was sealed by this user; `record` is a comment as it stands in the file. */
export type IsOwn = (record: object, seal: string | undefined) => boolean;

/** The seal that is written with a comment; `undefined` for one that came with the repository. */
export type SealOf = (comment: MarkedComment) => string | undefined;

/** Without a key every comment came with the repository. */
export const nothingIsOwn: IsOwn = () => false;
export const noSeal: SealOf = () => undefined;

export interface DataEntry {
  comment: MarkedComment;
  /** The position of its marker, as an offset into the text without markers; `null` for a comment without one. */
  at: number | null;
}

interface DataBlock {
  entries: DataEntry[];
  /** How many line endings before the block were written with it. */
  newlines: number;
}

export function formatData({ entries, newlines }: DataBlock, lineEnding: string, sealOf: SealOf): string {
  const header = `${dataOpening} ${escapeJson({ version, newlines })}`;
  const lines = entries.map(({ at, comment }) =>
    escapeJson({ at, comment: recordOf(comment), seal: sealOf(comment) }),
  );
  return [header, ...lines, '-->'].join(lineEnding);
}

interface ReadData extends DataBlock {
  /** Lines that were read or are empty, as ranges of the block; line endings not included. */
  understood: { start: number; end: number }[];
  /** For a person to read; empty when all of the block was read. */
  problems: string[];
}

/** More lines are not read: checking each takes time, and no review has so many comments in one file. */
const mostLines = 10_000;
const mostUnreadableLines = 200;

/** `block` is the whole HTML comment. Lines that cannot be read do not prevent reading the others. */
export function parseData(block: string, isOwn: IsOwn): ReadData {
  const lines = linesOf(block.slice(0, block.lastIndexOf('-->')));
  const header = parseHeader(lines.next().value?.text.replace(/^<!--[ \t]*mdrev-data/, '') ?? '');
  if (typeof header === 'string') return unreadable(header);
  const read: ReadData = { entries: [], newlines: header.newlines, understood: [], problems: [] };
  for (const { text, ...range } of lines) {
    if (read.understood.length === mostLines) return unreadable(`it has more than ${mostLines} lines`);
    if (read.problems.length === mostUnreadableLines)
      return unreadable(`more than ${mostUnreadableLines} of its lines are no comments`);
    const entry = isEmpty(text) ? null : parseEntry(text, isOwn);
    if (typeof entry === 'string') read.problems.push(entry);
    else {
      read.understood.push(range);
      if (entry !== null) read.entries.push(entry);
    }
  }
  return read;
}

/** The whole block stays in the file as it is. */
export function unreadable(problem: string): ReadData {
  return { entries: [], newlines: 0, understood: [], problems: [problem] };
}

const version = 1;

const headerSchema = z.looseObject({
  version: z.int().positive(),
  newlines: z.int().min(0).max(2).catch(0),
});

const entrySchema = z.looseObject({
  at: z.int().nonnegative().nullable().catch(null),
  comment: annotationSchema,
  seal: z.string().optional().catch(undefined),
});

/** What the seal was made for: the comment before the schema drops what it does not know. */
const recordSchema = z.looseObject({ comment: z.looseObject({}) });

function parseHeader(text: string): { newlines: number } | string {
  const header = headerSchema.safeParse(tryToParse(text));
  if (!header.success) return 'its first line is not readable';
  if (header.data.version > version) return `a newer release wrote it (format ${header.data.version})`;
  return header.data;
}

function parseEntry(line: string, isOwn: IsOwn): DataEntry | string {
  const shown = line.length > 60 ? `${line.slice(0, 60)}…` : line;
  const value = tryToParse(line);
  if (value === undefined) return `this line is not JSON: ${shown}`;
  const entry = entrySchema.safeParse(value);
  if (!entry.success) return `this line is no comment (${describeProblem(entry.error)}): ${shown}`;
  const { at, comment, seal } = entry.data;
  if (comment.kind !== 'markdown') return `this line is no comment on Markdown: ${shown}`;
  const marked = recordOf({ ...comment, store: 'inline' });
  const isSealed = isOwn(recordSchema.parse(value).comment, seal);
  return { at, comment: isSealed ? marked : { ...marked, origin: 'repository' } };
}

/** Lines without a comment: blank lines, and the conflict lines that git writes. */
function isEmpty(line: string): boolean {
  return /^\s*$|^(?:<{7}|\|{7}|={7}|>{7})(?:\s|$)/.test(line);
}

function* linesOf(block: string): Generator<{ text: string; start: number; end: number }, undefined> {
  for (const { 0: text, index } of block.matchAll(/[^\r\n]+/g))
    yield { text, start: index, end: index + text.length };
}

function tryToParse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // Nothing is lost: a line that is not JSON stays in the file and is reported.
    return undefined;
  }
}

/**
 * JSON that cannot end an HTML comment: it has no `-->`, no `--!>`, and no `--` at all, which older Markdown and XML
 * forbid. Line separators are escaped too, so that a comment stays one line in every editor.
 */
function escapeJson(value: unknown): string {
  return JSON.stringify(value, sortKeys).replace(
    /-(?=-)|[<>\u007F-\u009F\u2028\u2029\uFEFF]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Keys that a person looks for in a diff come first, the rest by name: the same comment is always the same line. */
const firstKeys = [
  'version',
  'at',
  'comment',
  'id',
  'status',
  'intent',
  'annotationText',
  'quote',
  'block_id',
];

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1)));
}

function rank(key: string): number {
  const index = firstKeys.indexOf(key);
  return index === -1 ? firstKeys.length : index;
}

/** The comment as it stands in the file: where it comes from is computed by its reader. */
export function recordOf(comment: MarkedComment): MarkedComment;
export function recordOf(comment: MarkdownComment): MarkdownComment;
export function recordOf(comment: MarkdownComment): MarkdownComment {
  if (!('origin' in comment)) return comment;
  const { origin: _origin, ...record } = comment;
  return record;
}
