import { type Annotation, annotationNotFoundError } from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';

import { isKnownTo, type Speaker } from './speaker.ts';

/** The annotation with this id. Throws when there is none for this speaker. */
export async function requireKnown(store: Store, id: string, speaker: Speaker): Promise<Annotation> {
  const annotation = await store.get(id);
  if (annotation !== null && isKnownTo(annotation, speaker)) return annotation;
  throw annotationNotFoundError(id);
}
