import { z } from 'zod';

import { AnnotateError, type ErrorCode } from '../errors.ts';

/** `subject` is what the value is, for the reader of the error: "the annotation", "store.json". */
export function parseAs<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  { code, subject, hint }: { code: ErrorCode; subject: string; hint: string },
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new AnnotateError(code, `${subject} is not valid: ${describeProblem(result.error)}.`, {
    hint,
    cause: result.error,
  });
}

const shown = 3;

/** Describes the first few problems, each with its path; the whole list of a broken file would be too long to read. */
export function describeProblem({ issues }: z.ZodError): string {
  const lines = issues.slice(0, shown).map(({ path, message }) => `${describePath(path)}${message}`);
  const rest = issues.length - lines.length;
  return rest > 0 ? `${lines.join('; ')}; and ${rest} more` : lines.join('; ');
}

function describePath(path: readonly PropertyKey[]): string {
  return path.length === 0 ? '' : `${path.map(String).join('.')}: `;
}
