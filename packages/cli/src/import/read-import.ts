/** What a file to import holds: every record that is valid, and every problem with its place. Pure. */
import type { Annotation } from '@annotate-mcp/core';
import { isRecord } from '@annotate-mcp/core';
import { annotationSchema } from '@annotate-mcp/core/schema';

import { withoutMark } from '../agents/jsonc.ts';

import { describeIssues } from './describe-issues.ts';
import { modernize, type OlderSessions } from './older-format.ts';

export interface ImportContent {
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

interface Entry {
  place: string;
  /** The key it stands under, which must be its id. */
  key?: string;
  value: unknown;
}

/** `null` for a file that is none of the three formats; why-unreadable.ts says what it is instead. */
export function readImport(text: string): ImportContent | null {
  const source = withoutMark(text);
  const whole = parseJson(source);
  const entries = whole.ok ? entriesOfObject(whole.value) : entriesOfLines(source);
  return entries === null ? null : check(entries);
}

type Parsed = { ok: true; value: unknown } | { ok: false; message: string };

function parseJson(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

function entriesOfObject(value: unknown): Entry[] | null {
  if (!isRecord(value)) return null;
  if (Array.isArray(value.annotations)) {
    return value.version === storeVersion ? value.annotations.flatMap(storedEntry) : null;
  }
  if (isRecord(value.annotations)) {
    const entries = Object.entries(value.annotations);
    if ('version' in value) {
      if (value.version !== 1) return null;
      return entries.map(([key, entry]) => ({ place: `annotation ${key}`, key, value: withoutSeal(entry) }));
    }
    const sessions = isRecord(value.sessions) ? value.sessions : {};
    return entries.map(([key, entry]) => olderEntry(key, entry, sessions));
  }
  // A log of one line is a JSON document, too.
  return 'id' in value ? [{ place: 'line 1', value }] : null;
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

function olderEntry(key: string, entry: unknown, sessions: OlderSessions): Entry {
  return { place: `annotation ${key}`, key, value: isRecord(entry) ? modernize(entry, sessions) : entry };
}

/** `null` unless the first line is JSON: then it is not a log with mistakes but something else. */
function entriesOfLines(text: string): Entry[] | null {
  const lines = text
    .split('\n')
    .map((line, index) => ({ line: line.trim(), place: `line ${index + 1}` }))
    .filter(({ line }) => line !== '');
  const parsed = lines.map(({ line, place }) => ({ place, result: parseJson(line) }));
  const [first] = parsed;
  if (first === undefined || !first.result.ok || !isRecord(first.result.value)) return null;
  return parsed.map(({ place, result }) => ({
    place,
    value: result.ok ? result.value : new NotJson(result.message),
  }));
}

/** Stands for a line that could not be read, until it is its turn to be reported. */
class NotJson {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

function check(entries: readonly Entry[]): ImportContent {
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
function checkEntry({ key, value }: Entry): Annotation | string {
  if (value instanceof NotJson) return `is not JSON (${value.message})`;
  const result = annotationSchema.safeParse(value);
  if (!result.success) return describeIssues(result.error, value);
  if (key !== undefined && key !== result.data.id) return `says that its id is ${result.data.id}`;
  return result.data;
}
