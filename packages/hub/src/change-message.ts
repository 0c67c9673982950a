import { type Change, type HubMessage, isVisibleTo } from '@annotate-mcp/core';

/** The message that tells the browser of one author about a change; `null` when that author may not see it. */
export function messageForChange(change: Change, authorId: string): HubMessage | null {
  const { annotation, cursor } = change;
  const { id } = annotation;
  const isVisible = isVisibleTo(annotation, authorId);
  switch (change.type) {
    case 'added':
      return isVisible ? { type: 'annotation:created', annotation, cursor } : null;
    case 'removed':
      return isVisible ? { type: 'annotation:removed', id, cursor } : null;
    case 'updated': {
      const wasVisible = change.previousStatus !== 'draft' || annotation.authorId === authorId;
      if (isVisible)
        return { type: wasVisible ? 'annotation:updated' : 'annotation:created', annotation, cursor };
      // A sent annotation becomes a draft again only when a person edits the store's JSON file.
      return wasVisible ? { type: 'annotation:removed', id, cursor } : null;
    }
  }
}
