import type { Annotation, Note } from '@annotate-mcp/core';
import type { Move } from '@annotate-mcp/store';

import { notFoundError } from '../../errors.ts';
import type { ToolContext } from '../../tool.ts';
import { pageDerived } from '../view.ts';

/** Runs a move on an annotation that an agent may see, and shows it what came of it. */
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

/** `null` is refused like an unknown id; drafts are nobody's but their author's. */
export function visible(id: string, annotation: Annotation | null): Annotation {
  if (annotation === null || annotation.status === 'draft') throw missing(id);
  return annotation;
}

export function noteOf(message: string | undefined, { newId }: ToolContext): Note | undefined {
  return message === undefined ? undefined : { id: newId(), message };
}

function missing(id: string) {
  return notFoundError('annotation', id, 'Call get_all_pending or list_annotations for the ids there are.');
}
