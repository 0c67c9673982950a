import { type Change, type HubMessage, isVisibleTo } from '@annotate-mcp/core';

/** What a change is to one author's browser; `null` when it is none of its business. */
export function newsFor(change: Change, authorId: string): HubMessage | null {
  const { annotation, cursor } = change;
  const { id } = annotation;
  const visible = isVisibleTo(annotation, authorId);
  switch (change.type) {
    case 'added':
      return visible ? { type: 'annotation:created', annotation, cursor } : null;
    case 'removed':
      return visible ? { type: 'annotation:removed', id, cursor } : null;
    case 'updated': {
      const known = change.previousStatus !== 'draft' || annotation.authorId === authorId;
      if (visible) return { type: known ? 'annotation:updated' : 'annotation:created', annotation, cursor };
      // Only a file that somebody edits by hand makes a draft of what was sent.
      return known ? { type: 'annotation:removed', id, cursor } : null;
    }
  }
}
