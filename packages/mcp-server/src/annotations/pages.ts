import type { Portion } from '@annotate-mcp/store';

import type { AgentQuery, AgentStore } from '../agent-store.ts';
import type { Agent } from '../agent/agent.ts';

import { describeLeftOut } from './left-out.ts';
import { describeUnknownPlace } from './unknown-place.ts';
import { fitting, pageDerived } from './view.ts';

export interface PageRequest {
  limit?: number | undefined;
  cursor?: string | undefined;
}

const defaultLimit = 20;

/** One page of the matching annotations, short enough for a result, with the cursor of the next page. */
export async function pageOf(
  store: AgentStore,
  agent: Agent,
  query: AgentQuery,
  { limit, cursor }: PageRequest,
) {
  const page = await store.list(query, {
    limit: limit ?? defaultLimit,
    ...(cursor !== undefined && { cursor }),
  });
  const annotations = fitting(page.annotations);
  const shown = page.annotations.slice(0, annotations.length);
  for (const annotation of shown) agent.markSeen(annotation);
  const nextCursor = await cursorAfter(store, query, shown.length, page, cursor);
  const total = await store.count(query);
  return {
    annotations,
    total,
    ...(nextCursor !== null && { nextCursor }),
    ...(annotations.length > 0 && { pageDerived }),
    ...(total === 0 && query.place !== undefined && (await describeUnknownPlace(store, query.place))),
    ...(await describeLeftOut(store)),
  };
}

/** A page that was cut by length is read again with its real size, to get the cursor of its end. */
export async function cursorAfter(
  store: AgentStore,
  query: AgentQuery,
  shown: number,
  page: Portion,
  cursor: string | undefined,
): Promise<string | null> {
  if (shown === page.annotations.length) return page.nextCursor;
  const shorter = await store.list(query, { limit: shown, ...(cursor !== undefined && { cursor }) });
  return shorter.nextCursor;
}
