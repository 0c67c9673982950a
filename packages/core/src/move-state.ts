/** Takes the state of an annotation apart from its content. Only moves.ts uses it. */
import type { Annotation, Content, State } from './annotation.ts';
import type { Status } from './status.ts';

export function withState(annotation: Annotation, state: State, at: Date): Annotation {
  return { ...contentOf(annotation), ...state, updatedAt: at.toISOString() };
}

/** Drops `answeredAt`, `stoppedAt` and `undoneAt`: the annotation no longer waits for the person. */
export function withoutWaiting(annotation: Annotation): Annotation {
  return { ...contentOf(annotation), ...stateWithoutWaiting(annotation) };
}

/** A repeated request is compared with the page as it is now. */
export function withoutProof(annotation: Annotation): Annotation {
  if (!('proof' in annotation)) return annotation;
  const { proof, ...rest } = annotation;
  return rest;
}

interface StateFields {
  status: Status;
  answeredAt?: unknown;
  stoppedAt?: unknown;
  undoneAt?: unknown;
  claim?: unknown;
  resolvedAt?: unknown;
  edits?: unknown;
  changedSince?: unknown;
  edited?: unknown;
  acceptedAt?: unknown;
  withdrawnAt?: unknown;
}

function contentOf(annotation: Annotation): Content {
  const {
    status,
    answeredAt,
    stoppedAt,
    undoneAt,
    claim,
    resolvedAt,
    edits,
    changedSince,
    edited,
    acceptedAt,
    withdrawnAt,
    ...content
  }: Content & StateFields = annotation;
  return content;
}

export function stateWithoutWaiting(annotation: Annotation): State {
  switch (annotation.status) {
    case 'draft':
    case 'pending':
      return { status: annotation.status };
    case 'acknowledged':
      return { status: annotation.status, claim: annotation.claim };
    case 'resolved': {
      const { status, resolvedAt, edits, changedSince, edited, acceptedAt } = annotation;
      return {
        status,
        ...(resolvedAt !== undefined && { resolvedAt }),
        ...(edits !== undefined && { edits }),
        ...(changedSince !== undefined && { changedSince }),
        ...(edited !== undefined && { edited }),
        ...(acceptedAt !== undefined && { acceptedAt }),
      };
    }
    case 'dismissed': {
      const { status, withdrawnAt } = annotation;
      return withdrawnAt === undefined ? { status } : { status, withdrawnAt };
    }
  }
}
