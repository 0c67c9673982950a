/** The file's text: one annotation per block, in an order that does not change, so that merges read well. */
import { z } from 'zod';

import { AnnotateError, type Annotation, isRecord } from '@annotate-mcp/core';
import { describeProblem } from '@annotate-mcp/core/schema';

import { newer, unreadable } from '../../files/failures.ts';
import { checkRecord, isProblem } from '../../parse-record.ts';
import type { Records, StoredRecord } from '../../state/stored-record.ts';
import type { SetAside } from '../../store.ts';
import type { RecordSealer } from '../../trust/record-sealer.ts';

export interface JsonContent {
  records: Records;
  setAside: readonly SetAside[];
  /** Everything else at the top of the file, kept as it was found. */
  header: Record<string, unknown>;
}

const version = 1;
export const emptyContent: JsonContent = { records: new Map(), setAside: [], header: { version } };

const fileSchema = z.looseObject({
  version: z.int(),
  /** A later format that an older program may still read and write says so here. */
  minReader: z.int().exactOptional(),
  annotations: z.record(z.string(), z.unknown()),
});

/** Records that are the same as in `known` are taken from there, which saves checking them again. */
export function parseContent(text: string, file: string, known: Records, sealer: RecordSealer): JsonContent {
  const value = parseJson(text, file);
  refuseOther(value, file);
  const result = fileSchema.safeParse(value);
  if (!result.success)
    throw unreadable(file, `is not valid (${describeProblem(result.error)})`, result.error);
  const { annotations, ...header } = result.data;
  const checked = Object.entries(annotations).map(([id, raw]): [string, StoredRecord] => {
    const before = known.get(id);
    const isKnown = before !== undefined && textsOf(before, sealer).compact === JSON.stringify(raw);
    return [id, isKnown ? before : toRecord(id, raw, file, sealer)];
  });
  return { records: new Map(checked), setAside: [], header };
}

function toRecord(id: string, raw: unknown, file: string, sealer: RecordSealer): StoredRecord {
  const { seal, ...stored } = isRecord(raw) ? raw : {};
  const annotation = checkRecord(stored);
  if (isProblem(annotation)) throw unreadable(file, `is not valid (annotation ${id}: ${annotation.problem})`);
  if (annotation.id !== id) {
    throw unreadable(file, `is not valid (annotation ${id} says that its id is ${annotation.id})`);
  }
  if (typeof seal !== 'string') return { annotation, isSealed: false };
  return sealer.isSealed(stored, seal)
    ? { annotation, isSealed: true }
    : { annotation, isSealed: false, foreignSeal: seal };
}

/**
 * Sorted by id: ids are random, so what two branches add stands at different lines and merges without a conflict.
 */
export function formatContent({ records, header }: JsonContent, sealer: RecordSealer): string {
  const blocks = [...records]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, record]) => `\n    ${JSON.stringify(id)}: ${textsOf(record, sealer).indented}`);
  const body = blocks.length === 0 ? '{}' : `{${blocks.join(',')}\n  }`;
  return `${JSON.stringify(header, null, 2).slice(0, -2)},\n  "annotations": ${body}\n}\n`;
}

/** The whole file is rewritten each time; the text of unchanged annotations is kept and not formatted again. */
const texts = new WeakMap<StoredRecord, { compact: string; indented: string }>();

function textsOf(record: StoredRecord, sealer: RecordSealer): { compact: string; indented: string } {
  const known = texts.get(record);
  if (known !== undefined) return known;
  const { annotation, isSealed, foreignSeal } = record;
  const seal = isSealed ? sealer.seal(annotation) : foreignSeal;
  const ordered = { ...inOrder(annotation), ...(seal !== undefined && { seal }) };
  const made = {
    compact: JSON.stringify(ordered),
    indented: JSON.stringify(ordered, null, 2).replaceAll('\n', '\n    '),
  };
  texts.set(record, made);
  return made;
}

function parseJson(text: string, file: string): unknown {
  if (text.trim() === '') throw unreadable(file, 'is empty, which no store of ours ever is');
  if (/^(<{7}|>{7}) /m.test(text)) throw unreadable(file, 'has git conflict markers');
  try {
    // Editors on Windows put a byte order mark in front.
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch (cause) {
    throw unreadable(
      file,
      `is not valid JSON (${cause instanceof Error ? cause.message : 'unknown'})`,
      cause,
    );
  }
}

const headSchema = z.looseObject({ version: z.int(), minReader: z.int().exactOptional() });

function refuseOther(value: unknown, file: string): void {
  const head = headSchema.safeParse(value);
  if (!head.success) {
    throw new AnnotateError(
      'store/unreadable',
      `${file} is no annotation file of this format; it was left untouched.`,
      {
        hint: 'An older store ({ "sessions", "annotations" }) can be imported; for anything else choose another file.',
      },
    );
  }
  const minReader = head.data.minReader ?? head.data.version;
  if (minReader > version) throw newer(file, head.data.version);
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

/** The important fields first, the others by name, the replies last, so that a move changes lines and does not reorder them. */
function inOrder(annotation: Annotation): Record<string, unknown> {
  const { replies, ...fields } = annotation;
  const rank = (key: string) => (firstKeys.includes(key) ? firstKeys.indexOf(key) : firstKeys.length);
  const sorted = Object.entries(fields).sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return { ...Object.fromEntries(sorted), replies };
}
