import type { AgentPresence } from '@annotate-mcp/core';

import type { Agents, Keeper, LiveList } from '../store.ts';

/** Live records of which some outlive this process. */
export interface KeptList<Live> extends LiveList<Live> {
  saveFor(record: Live, keeper: Keeper): Promise<void>;
}

/** The agents that are there, kept as the live records of their presence. */
export function agentsIn(presences: KeptList<AgentPresence>): Agents {
  return {
    announce: (agent) => presences.save(agent),
    announceFor: (agent, keeper) => presences.saveFor(agent, keeper),
    leave: (agentId) => presences.remove(agentId),
    list: () => presences.list(),
    subscribe: (listener) =>
      presences.subscribe({
        records: (agents) => listener.agents(agents),
        error: (error) => listener.error(error),
      }),
  };
}
