/** What the drivers that keep rows have in common when they turn rows into what readers get. */
import { AnnotateError, type Annotation, type Change, type Cursor, statuses } from '@annotate-mcp/core';

import { isProblem, type RecordProblem } from '../parse-record.ts';

/** How many changes one event holds at most. */
export const eventSize = 500;

/** For one record that was requested by its id. */
export function requireReadable<Stored extends object>(record: Stored | RecordProblem, id: string): Stored {
  if (!isProblem(record)) return record;
  throw new AnnotateError(
    'store/unreadable',
    `The stored annotation ${id} is not valid: ${record.problem}.`,
    {
      hint: 'A newer annotate-mcp may have written it: update this one. It was left untouched.',
    },
  );
}

/** The columns of a change beside its annotation. */
export interface ChangeColumns {
  type: string;
  previousStatus: unknown;
  /** `null` when the place is the same as before. */
  previousPlace: string | null;
}

export function changeFrom(
  { type, previousStatus, previousPlace }: ChangeColumns,
  cursor: Cursor,
  annotation: Annotation,
): Change {
  if (type === 'added' || type === 'removed') return { type, cursor, annotation };
  return {
    type: 'updated',
    cursor,
    annotation,
    previousStatus: statuses.find((status) => status === previousStatus) ?? null,
    ...(previousPlace !== null && { previousPlace }),
  };
}
