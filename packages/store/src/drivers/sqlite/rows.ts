import type { Annotation, Change, Status } from '@annotate-mcp/core';
import { placeOf, statuses } from '@annotate-mcp/core';
import { annotationSchema } from '@annotate-mcp/core/schema';

import { encodeCursor } from '../../feed/feed-cursor.ts';
import type { Row } from '../../sqlite/database.ts';
import { integer, text, textOrNull } from '../../sqlite/row.ts';

/** Values for the columns of `annotations` between `id` and `body`, in their order. */
export function toColumns(annotation: Annotation) {
  return [
    annotation.status,
    annotation.kind,
    placeOf(annotation),
    annotation.appId,
    annotation.authorId,
    annotation.sessionId ?? null,
    annotation.status === 'acknowledged' ? annotation.claim.agentId : null,
  ] as const;
}

export function fromBody(row: Row): Annotation {
  return annotationSchema.parse(JSON.parse(text(row, 'body')));
}

export function toChange(row: Row, epoch: string): Change {
  const cursor = encodeCursor({ epoch, n: integer(row, 'n'), tag: text(row, 'tag') });
  const annotation = fromBody(row);
  switch (text(row, 'type')) {
    case 'added':
      return { type: 'added', cursor, annotation };
    case 'removed':
      return { type: 'removed', cursor, annotation };
    default:
      return {
        type: 'updated',
        cursor,
        annotation,
        previousStatus: statusOf(textOrNull(row, 'previous_status')),
      };
  }
}

function statusOf(value: string | null): Status {
  return statuses.find((status) => status === value) ?? 'pending';
}
