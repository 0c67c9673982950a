import type { Annotation, Change, Cursor, Status } from '@annotate-mcp/core';
import { addressOf, statuses } from '@annotate-mcp/core';
import { annotationSchema, parseAs } from '@annotate-mcp/core/schema';

import { encodeCursor } from '../../feed/feed-cursor.ts';
import type { Row } from '../../sqlite/database.ts';
import { integer, text, textOrNull } from '../../sqlite/row.ts';

/** Values for the columns of `annotations` between `id` and `body`, in their order. */
export function toColumns(annotation: Annotation) {
  return [
    annotation.status,
    annotation.kind,
    addressOf(annotation),
    annotation.appId,
    annotation.authorId,
    annotation.sessionId ?? null,
    annotation.status === 'acknowledged' ? annotation.claim.agentId : null,
  ] as const;
}

export function fromBody(row: Row): Annotation {
  const raw: unknown = JSON.parse(text(row, 'body'));
  return parseAs(annotationSchema, raw, {
    code: 'store/unreadable',
    subject: `The stored annotation ${idOf(raw)}`,
    hint: 'A newer annotate-mcp may have written it: update this one. It was left untouched.',
  });
}

/** Returns nothing for a record that this release cannot read, so that the other records can be read. */
export function readable(row: Row): Annotation[] {
  const result = annotationSchema.safeParse(JSON.parse(text(row, 'body')));
  return result.success ? [result.data] : [];
}

export function cursorOf(row: Row, epoch: string): Cursor {
  return encodeCursor({ epoch, n: integer(row, 'n'), tag: text(row, 'tag') });
}

export function toChange(row: Row, epoch: string): Change[] {
  const cursor = cursorOf(row, epoch);
  return readable(row).map((annotation): Change => {
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
  });
}

function statusOf(value: string | null): Status {
  return statuses.find((status) => status === value) ?? 'pending';
}

function idOf(raw: unknown): string {
  return typeof raw === 'object' && raw !== null && 'id' in raw ? String(raw.id) : '(without an id)';
}
