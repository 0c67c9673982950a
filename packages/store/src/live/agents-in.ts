import type { AgentPresence } from '@annotate-mcp/core';

import type { Agents, LiveList } from '../store.ts';

/** The agents that are there, kept as the live records of their presence. */
export function agentsIn(presences: LiveList<AgentPresence>): Agents {
  return {
    announce: (agent) => presences.save(agent),
    leave: (agentId) => presences.remove(agentId),
    list: () => presences.list(),
    subscribe: (listener) =>
      presences.subscribe({
        records: (agents) => listener.agents(agents),
        error: (error) => listener.error(error),
      }),
  };
}
