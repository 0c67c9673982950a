/** Tells an agent that asked for a page without annotations which pages have some. */
import { nearestPlaces, placeKey } from '@annotate-mcp/core';

import type { AgentStore } from '../agent-store.ts';
import { quotedOffPage } from '../errors.ts';

export interface UnknownPlace {
  hint?: string;
  /** Missing when the place has annotations. */
  nearestPages?: string[];
  pageDerived?: string;
}

/** Reads all places, so it is to be called only when nothing was found. */
export async function describeUnknownPlace(store: AgentStore, asked: string): Promise<UnknownPlace> {
  const places = await store.places();
  if (places.includes(placeKey(asked))) return {};
  const nearestPages = nearestPlaces(asked, places);
  const next =
    nearestPages.length === 0
      ? 'No page has annotations yet.'
      : 'nearestPages has the most similar pages and files that have some.';
  return {
    hint: `No annotation is on ${JSON.stringify(asked)}. ${next}`,
    nearestPages,
    ...(nearestPages.length > 0 && { pageDerived: quotedOffPage }),
  };
}
