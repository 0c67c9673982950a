/** Which annotations an agent gets by whom they are assigned to and who wrote them. */
import { type Annotation, isAssignedTo, isForAgent, isWrittenBy } from '@annotate-mcp/core';

import type { AgentStore } from '../agent-store.ts';

import { eachListed, type IsWanted, listWhere } from './list-where.ts';

/** For what is work: without `assignee`, what is assigned to this agent or not assigned, and what mentions it. */
export function createWorkFilter(
  assignee: string | undefined,
  agentName: string,
): (annotation: Pick<Annotation, 'assignee' | 'handedFrom' | 'mentions'>) => boolean {
  if (assignee === undefined) return (annotation) => isForAgent(annotation, agentName);
  if (assignee === 'anyone') return () => true;
  return (annotation) => isAssignedTo(annotation, assignee === 'me' ? agentName : assignee);
}

/** For lists, which have everything unless it is asked for less. */
export function createListFilter(
  { author, assignee }: { author?: string | undefined; assignee?: string | undefined },
  agentName: string,
): IsWanted | null {
  if (author === undefined && assignee === undefined) return null;
  const isOf = createWorkFilter(assignee ?? 'anyone', agentName);
  return (annotation) => isOf(annotation) && (author === undefined || isWrittenBy(annotation, author));
}

/** The store as if it had the wanted annotations only. */
export function storeWhere(store: AgentStore, isWanted: IsWanted | null): AgentStore {
  if (isWanted === null) return store;
  return {
    ...store,
    list: (query, paging) => listWhere(store, isWanted, query, paging),
    count: async (query = {}) => {
      let count = 0;
      for await (const { annotation } of eachListed(store, query)) if (isWanted(annotation)) count++;
      return count;
    },
  };
}
