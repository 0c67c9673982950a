/**
 * The file's text: valid JSON with one annotation in each line, sorted by id, so that git can merge it line by line
 * (`merge=union`). Every line ends with a comma and `null` ends the list: a last line without a comma would change with
 * each addition, and two branches could not add in the same place. Blank lines keep neighbours apart, because git
 * takes changes of adjacent lines for a conflict.
 */
import { z } from 'zod';

import { AnnotateError, type Annotation, isDeep, parseJson } from '@annotate-mcp/core';
import { describeProblem } from '@annotate-mcp/core/schema';

import { newerFormatError, unreadableError } from '../../files/failures.ts';
import type { Records, StoredRecord } from '../../state/stored-record.ts';
import type { RecordSealer } from '../../trust/record-sealer.ts';

import { collectEntries, type Deletion, type Entry, toEntry, type UnreadableLine } from './entries.ts';

export interface JsonContent {
  records: Records;
  deletions: ReadonlyMap<string, Deletion>;
  unreadableLines: readonly UnreadableLine[];
  /** Everything else at the top of the file, kept as it was found. */
  header: Record<string, unknown>;
}

interface ParsedContent {
  content: JsonContent;
  /** What each line says, to be passed when the file is parsed again. */
  entries: ReadonlyMap<string, Entry>;
}

const version = 2;
export const emptyContent: JsonContent = {
  records: new Map(),
  deletions: new Map(),
  unreadableLines: [],
  header: { version },
};

const listBegins = '"annotations": [';
const listEnds = ['null', ']', '}'];

export function parseContent(
  text: string,
  file: string,
  known: ReadonlyMap<string, Entry>,
  sealer: RecordSealer,
): ParsedContent {
  if (text.trim() === '') throw unreadableError(file, 'is empty, which no store of ours ever is');
  if (text.includes('\0')) throw unreadableError(file, 'is damaged (it has zero bytes)');
  if (hasConflictMarkers(text)) throw conflictError(file);
  return parseLines(text, file, known, sealer) ?? parseWhole(text, file, sealer);
}

export function hasConflictMarkers(text: string): boolean {
  return /^(<{7}|>{7}) /m.test(text);
}

/** `null` for a text that is not in lines of ours: an older format, or one that a formatter has rewritten. */
function parseLines(
  text: string,
  file: string,
  known: ReadonlyMap<string, Entry>,
  sealer: RecordSealer,
): ParsedContent | null {
  const all = text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .filter((line) => line !== '');
  const begin = all.indexOf(listBegins);
  if (begin === -1 || all.slice(-listEnds.length).join() !== listEnds.join()) return null;
  const head = tryToParse(`${all.slice(0, begin + 1).join('')}]}`);
  if (head === undefined) return null;
  const { annotations: _none, ...header } = checkHead(head, file);
  const lines = new Map<string, Entry>();
  for (const line of all.slice(begin + 1, -listEnds.length)) {
    const entry = known.get(line) ?? parseLine(line, sealer);
    lines.set(entry.type === 'record' ? lineOf(entry.record, sealer) : line, entry);
  }
  const isBroken = [...lines.values()].some(
    (entry) => entry.type === 'unreadable' && entry.unreadable.reason === notJson,
  );
  // A record that a person has spread over several lines is valid JSON with the others only.
  if (isBroken && tryToParse(text) !== undefined) return null;
  return { content: { ...collectEntries(lines.values()), header }, entries: lines };
}

const notJson = 'it is not valid JSON';

/** A line of the file or of its log. */
export function parseLine(line: string, sealer: RecordSealer): Entry {
  const raw = line.endsWith(',') ? tryToParse(line.slice(0, -1)) : undefined;
  if (raw === undefined) return { type: 'unreadable', unreadable: { id: idIn(line), reason: notJson, line } };
  const entry = toEntry(raw, sealer, { line });
  // A copy, because a part of a string keeps the whole text of the file in memory.
  if (entry.type === 'record') texts.set(entry.record, Buffer.from(line).toString());
  return entry;
}

function parseWhole(text: string, file: string, sealer: RecordSealer): ParsedContent {
  // Editors on Windows put a byte order mark in front.
  const { annotations, ...header } = checkHead(readWhole(text.replace(/^\uFEFF/, ''), file), file);
  // It is written again with each change. A record that is nested too deep is set aside as any other that is wrong.
  if (isDeep(header)) throw unreadableError(file, 'is nested too deep outside of its annotations');
  const entries = Array.isArray(annotations)
    ? annotations.filter((raw) => raw !== null).map((raw) => toEntry(raw, sealer))
    : Object.entries(annotations).map(([id, raw]) => toEntry(raw, sealer, { key: id }));
  return { content: { ...collectEntries(entries), header: upgraded(header) }, entries: new Map() };
}

/** It is written in lines from now on, which a program of the older format cannot read. */
function upgraded({ minReader, ...header }: z.output<typeof headSchema>): Record<string, unknown> {
  return {
    ...header,
    version: Math.max(header.version, version),
    ...(minReader !== undefined && { minReader: Math.max(minReader, version) }),
  };
}

export function formatContent(
  { records, deletions, unreadableLines, header }: JsonContent,
  sealer: RecordSealer,
): string {
  const lines = [
    ...[...records].map(([id, record]) => ({ id, line: lineOf(record, sealer) })),
    ...[...deletions].map(([id, deletion]) => ({ id, line: lineOfDeletion(deletion) })),
    ...unreadableLines,
  ].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const fields = Object.entries(header).map(
    ([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)},`,
  );
  return ['{', ...fields, listBegins, '', ...lines.flatMap(({ line }) => [line, '']), ...listEnds, ''].join(
    '\n',
  );
}

/** The content after changes that were made one after the other. */
export function applyEntries(content: JsonContent, entries: readonly Entry[]): JsonContent {
  const [records, deletions] = [new Map(content.records), new Map(content.deletions)];
  for (const entry of entries) {
    if (entry.type === 'record') {
      records.set(entry.record.annotation.id, entry.record);
      deletions.delete(entry.record.annotation.id);
    } else if (entry.type === 'deleted') {
      records.delete(entry.deletion.id);
      deletions.set(entry.deletion.id, entry.deletion);
    }
  }
  return { ...content, records, deletions };
}

/** The lines that `applyEntries` needs to come from one content to the other. */
export function changedLines(before: JsonContent, after: JsonContent, sealer: RecordSealer): string[] {
  const changed = [...after.records].filter(([id, record]) => before.records.get(id) !== record);
  const deleted = [...after.deletions].filter(([id]) => before.records.has(id));
  return [
    ...changed.map(([, record]) => lineOf(record, sealer)),
    ...deleted.map(([, deletion]) => lineOfDeletion(deletion)),
  ];
}

function lineOfDeletion(deletion: Deletion): string {
  return `${JSON.stringify(deletion)},`;
}

/** The whole file is rewritten each time; the text of unchanged annotations is kept and not formatted again. */
const texts = new WeakMap<StoredRecord, string>();

function lineOf(record: StoredRecord, sealer: RecordSealer): string {
  const known = texts.get(record);
  if (known !== undefined) return known;
  const { annotation, isSealed, foreignSeal } = record;
  const seal = isSealed ? sealer.seal(annotation) : foreignSeal;
  const line = `${JSON.stringify({ ...inOrder(annotation), ...(seal !== undefined && { seal }) })},`;
  texts.set(record, line);
  return line;
}

function readWhole(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'unknown';
    throw unreadableError(file, `is not valid JSON (${why})`, cause);
  }
}

/** `undefined` for what is no JSON, or nested too deep for a record. */
function tryToParse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // The caller says what is wrong with it.
    return undefined;
  }
}

const headSchema = z.looseObject({
  version: z.int(),
  /** A later format that an older program may still read and write says so here. */
  minReader: z.int().exactOptional(),
});
const listSchema = z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]);

function checkHead(value: unknown, file: string) {
  const head = headSchema.safeParse(value);
  if (!head.success) throw otherFormatError(file);
  if ((head.data.minReader ?? head.data.version) > version) throw newerFormatError(file, head.data.version);
  const annotations = listSchema.safeParse(head.data.annotations);
  if (annotations.success) return { ...head.data, annotations: annotations.data };
  throw unreadableError(
    file,
    `is not valid (annotations: ${describeProblem(annotations.error)})`,
    annotations.error,
  );
}

function otherFormatError(file: string): AnnotateError {
  return new AnnotateError(
    'store/unreadable',
    `${file} is no annotation file of this format; it was left untouched.`,
    {
      hint: 'An older store ({ "sessions", "annotations" }) can be imported; for anything else choose another file.',
    },
  );
}

function conflictError(file: string): AnnotateError {
  return new AnnotateError('store/conflict', `${file} has git conflict markers; it was left untouched.`, {
    hint: `Nothing was stored. Run: annotate-mcp merge "${file}". It keeps the annotations of both sides. Then: git add "${file}".`,
  });
}

/** The id in a text that is not JSON, to name it. */
function idIn(line: string): string {
  return /"id":\s*"([^"]{1,100})"/.exec(line)?.[1] ?? '(without an id)';
}

const firstKeys = [
  'id',
  'kind',
  'status',
  'claim',
  'acceptedAt',
  'withdrawnAt',
  'annotationText',
  'createdAt',
  'updatedAt',
];

/** The important fields first, the others by name, the replies last, so that a line reads well and a move reorders nothing. */
function inOrder(annotation: Annotation): Record<string, unknown> {
  const { replies, ...fields } = annotation;
  const rank = (key: string) => (firstKeys.includes(key) ? firstKeys.indexOf(key) : firstKeys.length);
  const sorted = Object.entries(fields).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return { ...Object.fromEntries(sorted), replies };
}
