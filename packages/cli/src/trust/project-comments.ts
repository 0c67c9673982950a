/** What can come with the repository of a project: annotations of its store, and comments on its documents. */
import type { Annotation } from '@annotate-mcp/core';
import { everyAnnotation, type Store } from '@annotate-mcp/store';

import { openWithDocuments, type StoreLocation, using } from '../project-store.ts';

/** Runs `work` with all of them; returns `none` for a project without any. */
export async function inProject<T>(
  location: StoreLocation,
  none: T,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openWithDocuments(location);
  return store === null ? none : using(store, work);
}

/** Those with replies from another service that agents do not get. */
export function commentsWithOutsideReplies(location: StoreLocation): Promise<Annotation[]> {
  return inProject(location, [], async (store) => {
    const found: Annotation[] = [];
    for await (const annotation of everyAnnotation(store, {}))
      if (annotation.outsideReplies !== undefined) found.push(annotation);
    return found;
  });
}

/** Those that agents do not get. */
export function commentsFromRepository(location: StoreLocation): Promise<Annotation[]> {
  return inProject(location, [], async (store) => {
    const found: Annotation[] = [];
    for await (const annotation of everyAnnotation(store, { origin: 'repository' })) found.push(annotation);
    return found;
  });
}
