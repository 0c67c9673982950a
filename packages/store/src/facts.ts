/**
 * The facts that decide whose work an annotation is, without the record: an agent that waits needs it of all that are open, and
 * reading so many records takes seconds. Nothing that anyone wrote is in it.
 */
import { type Annotation, placeKeyOf, type Reply, waitsForPerson } from '@annotate-mcp/core';

import { everyAnnotation } from './every-annotation.ts';
import { partsOf } from './joined/join-stores.ts';
import type { AnnotationFacts, FactsOptions, FactsQuery, LeftOut, Store } from './store.ts';

/** Of what a driver must know to change its stored facts: raised when `factsOf` says something else of a record. */
export const factsVersion = 2;

export function factsOf(annotation: Annotation): AnnotationFacts {
  const { id, status, updatedAt, appId, sessionId, assignee, handedFrom, mentions } = annotation;
  return {
    id,
    status,
    updatedAt,
    appId,
    place: placeKeyOf(annotation),
    ...(sessionId !== undefined && { sessionId }),
    ...(assignee !== undefined && { assignee }),
    ...(handedFrom !== undefined && { handedFrom }),
    ...(mentions !== undefined && { mentions }),
    waitsForPerson: waitsForPerson(annotation),
    holder: annotation.status === 'acknowledged' ? annotation.claim.agentName : null,
    hasMention: annotation.replies.some(mentionsAnyone),
  };
}

function mentionsAnyone({ mentions = [] }: Reply): boolean {
  return mentions.length > 0;
}

/** Of the annotations that agents may see: all that match unless there is a `limit`, which counts for each part of a store. */
export async function listFacts(
  store: Store,
  query: FactsQuery,
  options: FactsOptions = {},
): Promise<AnnotationFacts[]> {
  const found = await Promise.all(partsOf(store).map((part) => factsIn(part, query, options)));
  return found.flat();
}

async function factsIn(
  part: Pick<Store, 'list' | 'listFacts'>,
  { status }: FactsQuery,
  { order = 'oldest', limit = Infinity }: FactsOptions,
): Promise<AnnotationFacts[]> {
  if (part.listFacts !== undefined) return part.listFacts({ status }, { order, limit });
  const found: AnnotationFacts[] = [];
  const portion = Math.min(limit, largestPortion);
  for await (const annotation of everyAnnotation(
    part,
    { status, origin: 'own' },
    { order, limit: portion },
  )) {
    found.push(factsOf(annotation));
    if (found.length === limit) break;
  }
  return found;
}

const largestPortion = 1_000;

/** Of one part of a store. */
export async function listLeftOut(
  part: Pick<Store, 'list' | 'listUnreadable' | 'listLeftOut'>,
): Promise<LeftOut> {
  if (part.listLeftOut !== undefined) return part.listLeftOut();
  const withheld: string[] = [];
  for await (const { id } of everyAnnotation(part, { origin: 'repository' }, { limit: largestPortion }))
    withheld.push(id);
  return { withheld, unreadable: (await part.listUnreadable()).map(({ id }) => id) };
}
