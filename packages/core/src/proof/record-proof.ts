/** The moves that keep what a page showed, and the test that was written from it. `updatedAt` stays, as in `reanchor`. */
import type { Annotation } from '../annotation.ts';
import { checkMove } from '../check-move.ts';
import type { Actor } from '../lifecycle.ts';
import { notOnPageError } from '../move-errors.ts';

import type { ProofAfter, ProofSide } from './proof.ts';

/** The first page that tells it is right: later ones may show what an agent has begun to change. */
export function recordBefore(annotation: Annotation, by: Actor, before: ProofSide): Annotation {
  checkMove('recordBefore', annotation, by);
  if (annotation.kind === 'markdown') throw notOnPageError(annotation);
  const known = annotation.proof?.before;
  if (known !== undefined && !isPictureOf(known, before)) return annotation;
  return { ...annotation, proof: { before } };
}

/**
 * Once a page has shown the change, it stays: another tab may not have loaded it. Without a `before` there is nothing to
 * compare with.
 */
export function recordAfter(annotation: Annotation, by: Actor, after: ProofAfter): Annotation {
  checkMove('recordAfter', annotation, by);
  if (annotation.kind === 'markdown') throw notOnPageError(annotation);
  if (annotation.proof === undefined) return annotation;
  const known = annotation.proof.after;
  if (known?.verdict === 'changed' && !isPictureOf(known, after)) return annotation;
  return { ...annotation, proof: { ...annotation.proof, after } };
}

export function recordCheck(annotation: Annotation, by: Actor, checkFile: string): Annotation {
  checkMove('recordCheck', annotation, by);
  if (annotation.kind === 'markdown') throw notOnPageError(annotation);
  return { ...annotation, checkFile };
}

/** The picture takes longer than the record, and is added to it. */
function isPictureOf(known: ProofSide, next: ProofSide): boolean {
  return known.record === next.record && known.takenAt === next.takenAt && next.picture !== undefined;
}
