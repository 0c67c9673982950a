/**
 * Agents of a team server have no connection that lasts and no process of their own: one is present as long as its token
 * is used at any server. Its claims therefore survive a server that is stopped or killed.
 */
import type { AgentPresence } from '@annotate-mcp/core';
import type { Agents, Store, Subscription } from '@annotate-mcp/store';

import type { Database } from '../database/database.ts';

export interface TokenAgentsDeps {
  readonly database: Pick<Database, 'query'>;
  readonly project: string;
  /** How often those that were not used for long are looked for; a minute. */
  readonly checkMs?: number;
}

/** After so many minutes without a request an agent is gone. */
const presentMinutes = 10;

/** The store, whose agents are also those that have used their token lately. */
export function withTokenAgents(store: Store, deps: TokenAgentsDeps): Store {
  const agents = tokenAgents(store.agents, deps);
  return new Proxy(store, {
    get: (target, name) => {
      if (name === 'agents') return agents;
      const value: unknown = Reflect.get(target, name, target);
      // A store may keep its state in private fields, which only its own object has.
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => Reflect.apply(value, target, args);
    },
  });
}

function tokenAgents(agents: Agents, { database, project, checkMs = 60_000 }: TokenAgentsDeps): Agents {
  const withRecent = async (connected: readonly AgentPresence[]): Promise<AgentPresence[]> => {
    const known = new Set(connected.map(({ agentId }) => agentId));
    const recent = await recentAgents(database, project);
    return [...connected, ...recent.filter(({ agentId }) => !known.has(agentId))];
  };
  return {
    announce: (agent) => agents.announce(agent),
    announceFor: (agent, keeper) => agents.announceFor(agent, keeper),
    leave: (agentId) => agents.leave(agentId),
    list: async () => withRecent(await agents.list()),
    subscribe: (listener): Subscription => {
      let latest: AgentPresence[] | null = null;
      let isClosed = false;
      let asked = 0;
      const tell = (): void => {
        if (latest === null) return;
        const number = ++asked;
        withRecent(latest).then(
          (all) => {
            // An answer that a later one has overtaken is old.
            if (!isClosed && number === asked) listener.agents(all);
          },
          (error: unknown) => {
            if (!isClosed) listener.error(error);
          },
        );
      };
      const timer = setInterval(tell, checkMs).unref();
      const subscription = agents.subscribe({
        agents: (present) => {
          latest = present;
          tell();
        },
        error: (error) => listener.error(error),
      });
      return {
        close: () => {
          isClosed = true;
          clearInterval(timer);
          subscription.close();
        },
      };
    },
  };
}

async function recentAgents(
  database: TokenAgentsDeps['database'],
  project: string,
): Promise<AgentPresence[]> {
  const rows = await database.query<{ id: string; name: string; at: Date }>(
    `SELECT id, name, last_used_at AS at FROM team_tokens
     WHERE project = $1 AND role IN ('agent', 'admin') AND revoked_at IS NULL
       AND (expires_at IS NULL OR expires_at > now())
       AND last_used_at > now() - make_interval(mins => $2)`,
    [project, presentMinutes],
  );
  return rows.map(({ id, name, at }) => ({
    agentId: id,
    agentName: name,
    waiting: false,
    since: at.toISOString(),
  }));
}
