import type { Annotation, Note } from '@annotate-mcp/core';
import type { Move } from '@annotate-mcp/store';

import { notFoundError } from '../../errors.ts';
import type { ToolContext } from '../../tool.ts';
import { pageDerived } from '../view.ts';

/** Runs a move on an annotation that the agent may see, and returns the changed annotation. */
export async function makeMove(id: string, move: Move, { store, agent }: ToolContext) {
  const updated = await store.update(id, (annotation) => {
    const moved = move(visible(id, annotation));
    if (moved !== null) agent.recordOwnChange(moved);
    return moved;
  });
  const annotation = visible(id, updated?.after ?? null);
  agent.recordMove(annotation);
  return { ok: true, annotation, pageDerived };
}

/** Throws for `null` and for a draft: only its author may see a draft. */
export function visible(id: string, annotation: Annotation | null): Annotation {
  if (annotation === null || annotation.status === 'draft') throw annotationNotFoundError(id);
  return annotation;
}

export function noteOf(message: string | undefined, { newId }: ToolContext): Note | undefined {
  return message === undefined ? undefined : { id: newId(), message };
}

function annotationNotFoundError(id: string) {
  return notFoundError('annotation', id, 'Call get_all_pending or list_annotations for the ids there are.');
}
