/** The moves that keep what a page showed, and the test that was written from it. `updatedAt` stays, as in `reanchor`. */
import type { Annotation, AnnotationOnPage } from '../annotation.ts';
import { checkMove } from '../check-move.ts';
import { isApart } from '../edit-of.ts';
import type { Actor } from '../lifecycle.ts';
import { notOnPageError } from '../move-errors.ts';

import type { Proof, ProofAfter, ProofSide } from './proof.ts';

/**
 * When a page looked at what an annotation is about: when it was sent, when an agent took it, or while an agent had it,
 * after what was changed for another annotation had arrived.
 */
export const lookedAtTimes = ['sent', 'claimed', 'meanwhile'] as const;
export type LookedAt = (typeof lookedAtTimes)[number];

/** Only the first page reports what was sent: later ones may show what an agent has begun to change. */
export function recordBefore(
  annotation: Annotation,
  by: Actor,
  side: ProofSide,
  lookedAt: LookedAt = 'sent',
): Annotation {
  checkMove('recordBefore', annotation, by);
  if (annotation.kind === 'markdown') throw notOnPageError(annotation);
  const { proof } = annotation;
  if (proof === undefined && isShown(annotation)) return annotation;
  if (proof === undefined || isPictureOf(proof.before, side))
    return withProof(annotation, { ...proof, before: side });
  if (side.takenAt <= (proof.meanwhile ?? proof.before).takenAt || isShown(annotation)) return annotation;
  switch (lookedAt) {
    case 'sent':
      return annotation;
    case 'claimed':
      return withProof(annotation, { before: side });
    case 'meanwhile':
      // Where no agent has it, nothing on the page can be of its own edit.
      return withProof(
        annotation,
        annotation.status === 'acknowledged' ? { ...proof, meanwhile: side } : { before: side },
      );
  }
}

/** What the page shows may be of its own edit. */
function isShown(annotation: Annotation): boolean {
  return annotation.status === 'resolved' && !isApart(annotation);
}

function withProof(annotation: AnnotationOnPage, proof: Proof): Annotation {
  return { ...annotation, proof };
}

/**
 * The first settled page is right: later ones show what was changed for others. A page that was broken has shown nothing
 * yet, so what it shows when it works again replaces that. Without a `before` there is nothing to compare with.
 */
export function recordAfter(annotation: Annotation, by: Actor, after: ProofAfter): Annotation {
  checkMove('recordAfter', annotation, by);
  if (annotation.kind === 'markdown') throw notOnPageError(annotation);
  const { proof } = annotation;
  if (proof === undefined) return annotation;
  const known = proof.after;
  if (known !== undefined && isFrozen(known) && !isPictureOf(known, after)) return annotation;
  if (known?.failure !== undefined && known.failure.message === after.failure?.message) return annotation;
  return withProof(annotation, { ...proof, after });
}

/** A page has seen more of the edit than what the verdict says: the dev server took longer than the page has waited. */
export function recordLate(annotation: Annotation, by: Actor, after: ProofAfter): Annotation {
  checkMove('recordAfter', annotation, by);
  if (annotation.kind === 'markdown') throw notOnPageError(annotation);
  const { proof } = annotation;
  const known = proof?.after;
  const isLater = known !== undefined && isFrozen(known) && known.takenAt < after.takenAt;
  const isMore = after.verdict === 'broken' || (known?.verdict === 'unchanged' && isFrozen(after));
  return proof !== undefined && isLater && isMore ? withProof(annotation, { ...proof, after }) : annotation;
}

/** Nothing changes this verdict any more, besides a new edit, or an error in the files of this one. */
export function isFrozen({ verdict }: Pick<ProofAfter, 'verdict'>): boolean {
  return verdict !== 'broken';
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
