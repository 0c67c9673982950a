import type { Annotation, Status } from '@annotate-mcp/core';

/** Drafts belong to their author's browser, and what was dismissed or accepted is done. */
export const shownStatuses = ['pending', 'acknowledged', 'resolved'] as const satisfies Status[];

export function isShown(annotation: Annotation): boolean {
  switch (annotation.status) {
    case 'pending':
    case 'acknowledged':
      return true;
    case 'resolved':
      return annotation.acceptedAt === undefined;
    case 'draft':
    case 'dismissed':
      return false;
  }
}
