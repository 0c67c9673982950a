import { nearestPlaces, placeKey } from '@annotate-mcp/core';

import type { ApiDeps } from './endpoint.ts';

/** The pages of this app whose addresses are most like one that has no annotations; `null` when it has some. */
export async function nearestPages(
  { store, appId }: Pick<ApiDeps, 'store' | 'appId'>,
  asked: string,
): Promise<string[] | null> {
  const places = await store.places({ appId });
  return places.includes(placeKey(asked)) ? null : nearestPlaces(asked, places);
}
