import type { McpServer, Transport } from '@modelcontextprotocol/server';

import type { Store } from '@annotate-mcp/store';

import { singleAgent, type AgentProvider } from '../agent/agent-provider.ts';
import { Agent } from '../agent/agent.ts';
import type { ResourceSubscriber } from '../annotations/notify-subscribers.ts';
import type { Timer } from '../idle-timer.ts';
import { clientName } from '../server.ts';

import { createSubscriber, type ResourceSubscribers } from './resource-subscribers.ts';

/** What all HTTP transports of a process share. */
export interface TransportDeps {
  store: Store;
  now: () => Date;
  timer: Timer;
  subscribers: ResourceSubscribers;
  createServer: (agents: AgentProvider) => McpServer;
  onError: (error: unknown) => void;
}

/** The connection of a client of the older protocol, which is one agent until it disconnects. */
export interface McpSession {
  /** The agent is away until its next call and its claims are free; the client stays connected. */
  setAway(): Promise<void>;
  /** Resolves when the session is closed and its agent has left the store. */
  end(): Promise<void>;
}

/** The session also ends when its transport closes. `wrapSubscriber` may delay what the client is notified of. */
export async function openSession(
  transport: Transport,
  deps: TransportDeps,
  wrapSubscriber: (client: ResourceSubscriber) => ResourceSubscriber = (client) => client,
): Promise<McpSession> {
  const { store, now, subscribers, onError } = deps;
  const agent = new Agent(store, now());
  const server = deps.createServer(singleAgent(agent));
  const removeSubscriber = subscribers.add(wrapSubscriber(createSubscriber(server)));
  const ended = Promise.withResolvers<undefined>();

  server.server.onerror = onError;
  server.server.oninitialized = () => void agent.introduce(clientName(server)).catch(onError);
  server.server.onclose = () => {
    removeSubscriber();
    void agent
      .leave()
      .catch(onError)
      .then(() => ended.resolve(undefined));
  };
  await server.connect(transport);
  return {
    setAway: () => agent.setAway(),
    end: async () => {
      await server.close();
      await ended.promise;
    },
  };
}
