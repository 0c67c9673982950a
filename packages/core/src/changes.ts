import type { Annotation } from './annotation.ts';
import type { Status } from './status.ts';

/** A position in one store's change feed. Opaque: do not compare it, only give it back to the same store. */
export type Cursor = string;

/** One committed change, with the annotation as it was right after it (right before it when removed). */
export type Change =
  | { type: 'added'; cursor: Cursor; annotation: Annotation }
  | {
      type: 'updated';
      cursor: Cursor;
      annotation: Annotation;
      /** `null` when a newer release has set one that this release does not know. */
      previousStatus: Status | null;
      /** The key of the place where it was before, when it was moved to another one. */
      previousPlace?: string;
    }
  | { type: 'removed'; cursor: Cursor; annotation: Annotation };

/** What a reader of the feed gets: further changes, or `resync`, after which it starts again from a full list. */
export type FeedEvent =
  | {
      type: 'changes';
      changes: readonly Change[];
      cursor: Cursor;
      /** There was no further change when they were read. Missing where that is not known. */
      isUpToDate?: true;
    }
  | { type: 'resync'; cursor: Cursor };

/** Brings a reader's copy up to date. Applying a change again changes nothing. */
export function applyChanges(annotations: Map<string, Annotation>, changes: readonly Change[]): void {
  for (const { type, annotation } of changes) {
    if (type === 'removed') annotations.delete(annotation.id);
    else annotations.set(annotation.id, annotation);
  }
}
