/**
 * Shows what the person did before the hub has confirmed it, with the functions that the hub will apply. Only predictor.ts
 * imports it, on demand: core's table of moves is a tenth of what a page would load first.
 */
import { type Annotation, applyPageAction, create, pageActionIn, pageActor } from '@annotate-mcp/core';

import { idsOf, type OutboxEntry } from './outbox.ts';
import type { Prediction, Writer } from './predictor.ts';

/** An action that does not apply to what the annotation has become is not shown. */
export function predict(
  confirmed: ReadonlyMap<string, Annotation>,
  entries: readonly OutboxEntry[],
  writer: Writer,
): Prediction {
  const annotations = new Map(confirmed);
  const touched = new Set<string>();
  for (const entry of entries) {
    for (const id of idsOf(entry.message, annotations, writer.authorId)) {
      touched.add(id);
      const after = tryEntry(annotations.get(id), entry, writer);
      if (after === null) annotations.delete(id);
      else if (after !== undefined) annotations.set(id, after);
    }
  }
  return { annotations, touched };
}

function tryEntry(
  before: Annotation | undefined,
  entry: OutboxEntry,
  writer: Writer,
): Annotation | null | undefined {
  try {
    return applyEntry(before, entry, writer);
  } catch {
    // The hub will refuse it as well, and its answer says why.
    return undefined;
  }
}

function applyEntry(
  before: Annotation | undefined,
  { message, at }: OutboxEntry,
  writer: Writer,
): Annotation | null | undefined {
  const time = new Date(at);
  const { authorId, authorName, appId } = writer;
  const author = { authorId, ...(authorName !== undefined && { authorName }), appId };
  if (message.type === 'annotation:create')
    return (
      before ?? create({ ...message.payload, ...author }, message.draft === true ? 'draft' : 'pending', time)
    );
  if (before === undefined) return undefined;
  // The hub has withdrawn it already and only the answer is missing; a second delete would remove it.
  const isWithdrawn = before.status === 'dismissed' && (before.withdrawnAt ?? '') >= at;
  if (message.type === 'annotation:delete' && isWithdrawn) return before;
  const action = message.type === 'batch:submit' ? ({ type: 'submit' } as const) : pageActionIn(message);
  return applyPageAction(before, action, pageActor(before, writer), time);
}
