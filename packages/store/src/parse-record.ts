import { type Annotation, isRecord, parseJson } from '@annotate-mcp/core';
import { annotationSchema, describeProblem } from '@annotate-mcp/core/schema';

/** Why a record cannot be read. */
export interface RecordProblem {
  problem: string;
}

/** Reads the JSON of one stored record. An `origin` in it is not believed. */
export function parseRecord(json: string): Annotation | RecordProblem {
  let raw: unknown;
  try {
    raw = parseJson(json);
  } catch {
    // What the parser says quotes the text, and an agent that asks for the record by its id gets the problem.
    return { problem: 'it is not valid JSON' };
  }
  return checkRecord(raw);
}

/** The same for a value that was parsed already. */
export function checkRecord(raw: unknown): Annotation | RecordProblem {
  const result = annotationSchema.safeParse(isRecord(raw) && 'origin' in raw ? withoutOrigin(raw) : raw);
  return result.success ? result.data : { problem: describeProblem(result.error) };
}

export function isProblem(value: object): value is RecordProblem {
  return 'problem' in value;
}

function withoutOrigin({ origin: _origin, ...record }: Record<string, unknown>): Record<string, unknown> {
  return record;
}
