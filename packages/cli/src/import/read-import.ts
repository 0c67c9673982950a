/** What a file to import holds: every record that is valid, and every problem with its place. Pure. */
import { type Annotation, isRecord, parseJson } from '@annotate-mcp/core';
import { annotationSchema } from '@annotate-mcp/core/schema';

import { withoutMark } from '../agents/jsonc.ts';

import { describeIssues } from './describe-issues.ts';
import { type Converted, fromInlineReview, fromPageNote } from './inline-review-format.ts';
import { fromNgAnnotate, type NgAnnotateSessions } from './ng-annotate-format.ts';

/** `store` and `lines` are ours. */
export type ImportFormat = 'store' | 'lines' | 'ng-annotate' | 'inline-review';

export interface ImportContent {
  format: ImportFormat;
  annotations: Annotation[];
  problems: Problem[];
}

export interface Problem {
  /** `annotation 4f1c…`, `line 3`. */
  place: string;
  message: string;
}

/** Of the JSON store that we read. */
export const storeVersion = 2;

type Entry = { place: string; problem: string } | ReadEntry;

interface ReadEntry {
  place: string;
  /** The key it stands under, which must be its id. */
  key?: string;
  value: unknown;
}

interface Entries {
  format: ImportFormat;
  entries: Entry[];
}

/**
 * `null` for a file that has none of the formats; import-file.ts says what it is instead. `app` is the folder of
 * the app from the project root, for the formats that do not name it.
 */
export function readImport(text: string, { app = '.' }: { app?: string } = {}): ImportContent | null {
  const source = withoutMark(text);
  const whole = tryToParse(source);
  const found = whole.ok ? entriesOfObject(whole.value, app) : entriesOfLines(source);
  return found === null ? null : { format: found.format, ...check(found.entries) };
}

type Parsed = { ok: true; value: unknown } | { ok: false; message: string };

function tryToParse(text: string): Parsed {
  try {
    return { ok: true, value: parseJson(text) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

function entriesOfObject(value: unknown, app: string): Entries | null {
  if (!isRecord(value)) return null;
  const { version, annotations } = value;
  if (Array.isArray(annotations)) {
    if (version === 1)
      return { format: 'inline-review', entries: reviewEntries(annotations, value.pageNotes, app) };
    if (version !== storeVersion) return null;
    return { format: 'store', entries: annotations.flatMap(storedEntry) };
  }
  if (isRecord(annotations)) return entriesOfRecord(value, annotations, app);
  // A log of one line is a JSON document as well.
  return 'id' in value ? { format: 'lines', entries: [{ place: 'line 1', value }] } : null;
}

function entriesOfRecord(
  { version, sessions }: Record<string, unknown>,
  annotations: Record<string, unknown>,
  app: string,
): Entries | null {
  const named = Object.entries(annotations).map(([key, value]) => ({
    place: `annotation ${key}`,
    key,
    value,
  }));
  if (version === undefined) {
    const known = isRecord(sessions) ? sessions : {};
    return { format: 'ng-annotate', entries: named.map((entry) => olderEntry(entry, known, app)) };
  }
  if (version !== 1) return null;
  return { format: 'store', entries: named.map((entry) => ({ ...entry, value: withoutSeal(entry.value) })) };
}

function reviewEntries(annotations: readonly unknown[], pageNotes: unknown, app: string): Entry[] {
  const noteEntries = Array.isArray(pageNotes)
    ? pageNotes.map((note, index) => reviewEntry(`pageNotes[${index}]`, note, fromPageNote(note, app)))
    : pageNotes === undefined
      ? []
      : [{ place: 'pageNotes', problem: 'is not a list' }];
  return [
    ...annotations.map((each, index) =>
      reviewEntry(`annotations[${index}]`, each, fromInlineReview(each, app)),
    ),
    ...noteEntries,
  ];
}

function reviewEntry(path: string, entry: unknown, converted: Converted): Entry {
  const id = isRecord(entry) && typeof entry.id === 'string' ? ` (${entry.id})` : '';
  return { place: `${path}${id}`, ...converted };
}

/** The list ends with `null`, and names annotations that were deleted. */
function storedEntry(entry: unknown): Entry[] {
  if (entry === null || (isRecord(entry) && 'deletedAt' in entry && !('kind' in entry))) return [];
  const id = isRecord(entry) && typeof entry.id === 'string' ? entry.id : '(without an id)';
  return [{ place: `annotation ${id}`, value: withoutSeal(entry) }];
}

/** The seal of another user says nothing here, and one of this user is not needed: what is imported is adopted. */
function withoutSeal(entry: unknown): unknown {
  if (!isRecord(entry)) return entry;
  const { seal: _seal, ...annotation } = entry;
  return annotation;
}

function olderEntry(entry: ReadEntry, sessions: NgAnnotateSessions, app: string): Entry {
  const { value } = entry;
  return isRecord(value) ? { ...entry, value: fromNgAnnotate(value, sessions, app) } : entry;
}

/** `null` unless the first line is JSON: then it is not a log with mistakes but something else. */
function entriesOfLines(text: string): Entries | null {
  const lines = text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), place: `line ${index + 1}` }))
    .filter(({ line }) => line !== '');
  const parsed = lines.map(({ line, place }) => ({ place, result: tryToParse(line) }));
  const [first] = parsed;
  if (first === undefined || !first.result.ok || !isRecord(first.result.value)) return null;
  const entries = parsed.map(({ place, result }) =>
    result.ok ? { place, value: result.value } : { place, problem: `is not JSON (${result.message})` },
  );
  return { format: 'lines', entries };
}

function check(entries: readonly Entry[]): Omit<ImportContent, 'format'> {
  const found = new Map<string, { place: string; annotation: Annotation }>();
  const problems: Problem[] = [];
  for (const entry of entries) {
    const result = checkEntry(entry);
    if (typeof result === 'string') {
      problems.push({ place: entry.place, message: result });
      continue;
    }
    const before = found.get(result.id);
    if (before === undefined) found.set(result.id, { place: entry.place, annotation: result });
    else if (JSON.stringify(before.annotation) !== JSON.stringify(result)) {
      problems.push({
        place: entry.place,
        message: `has the id of ${before.place} (${result.id}) but not its content`,
      });
    }
  }
  return { annotations: [...found.values()].map(({ annotation }) => annotation), problems };
}

/** The annotation, or what is wrong with it. */
function checkEntry(entry: Entry): Annotation | string {
  if ('problem' in entry) return entry.problem;
  const { key, value } = entry;
  const result = annotationSchema.safeParse(value);
  if (!result.success) return describeIssues(result.error, value);
  if (key !== undefined && key !== result.data.id) return `says that its id is ${result.data.id}`;
  return result.data;
}
