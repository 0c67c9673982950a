import type { Annotation, Status } from './annotation.ts';

/** A place in one store's change feed. Opaque: compare it with nothing, hand it back to the store it came from. */
export type Cursor = string;

/** One committed change, with the annotation as it was right after it (right before it when removed). */
export type Change =
  | { type: 'added'; cursor: Cursor; annotation: Annotation }
  | { type: 'updated'; cursor: Cursor; annotation: Annotation; previousStatus: Status }
  | { type: 'removed'; cursor: Cursor; annotation: Annotation };

/** What a reader of the feed gets: more of the story, or word that it must start again from a full list. */
export type FeedEvent =
  { type: 'changes'; changes: readonly Change[]; cursor: Cursor } | { type: 'resync'; cursor: Cursor };

/** Brings a reader's copy up to date. Applying a change twice does no harm. */
export function applyChanges(annotations: Map<string, Annotation>, changes: readonly Change[]): void {
  for (const { type, annotation } of changes) {
    if (type === 'removed') annotations.delete(annotation.id);
    else annotations.set(annotation.id, annotation);
  }
}
