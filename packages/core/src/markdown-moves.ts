/** The moves that only comments on Markdown documents have. Each checks the table of lifecycle.ts first. */
import type { Annotation, MarkdownAnchor, MarkdownAnnotation } from './annotation.ts';
import { checkMove } from './check-move.ts';
import { isSameAnchor } from './is-same-anchor.ts';
import type { Actor } from './lifecycle.ts';
import { notMarkdownError } from './move-errors.ts';
import { withoutWaiting } from './move-state.ts';

/** The author selects another passage for a comment, because the quoted one is gone. */
export function relinkMarkdown(
  annotation: Annotation,
  by: Actor,
  at: Date,
  anchor: MarkdownAnchor,
): Annotation {
  checkMove('relinkMarkdown', annotation, by);
  const comment = withoutWaiting(annotation);
  if (comment.kind !== 'markdown') throw notMarkdownError(comment);
  return { ...comment, anchor, anchorState: 'placed', updatedAt: at.toISOString() };
}

/**
 * Records where the passage is after its file has changed. `updatedAt` stays: two processes that see the same file
 * then make the same record, and the second finds nothing to change.
 */
export function reanchor(
  annotation: Annotation,
  by: Actor,
  { anchor, anchorState }: Pick<MarkdownAnnotation, 'anchor' | 'anchorState'>,
): Annotation {
  checkMove('reanchor', annotation, by);
  if (annotation.kind !== 'markdown') throw notMarkdownError(annotation);
  const same = anchorState === annotation.anchorState && isSameAnchor(anchor, annotation.anchor);
  return same ? annotation : { ...annotation, anchor, anchorState };
}

/** The author has other pictures in a draft. */
export function attachPictures(
  annotation: Annotation,
  by: Actor,
  at: Date,
  pictures: readonly string[],
): Annotation {
  checkMove('edit', annotation, by);
  if (annotation.kind !== 'markdown') throw notMarkdownError(annotation);
  const { pictures: before = [], ...rest } = annotation;
  const isSame = before.length === pictures.length && before.every((name, index) => name === pictures[index]);
  if (isSame) return annotation;
  return { ...rest, ...(pictures.length > 0 && { pictures: [...pictures] }), updatedAt: at.toISOString() };
}

/** An item to review becomes an instruction. */
export function approve(annotation: Annotation, by: Actor, at: Date): Annotation {
  checkMove('approve', annotation, by);
  const comment = withoutWaiting(annotation);
  if (comment.kind !== 'markdown') throw notMarkdownError(comment);
  if (comment.intent === 'edit') return annotation;
  return { ...comment, intent: 'edit', updatedAt: at.toISOString() };
}
