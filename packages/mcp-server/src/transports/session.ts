import type { McpServer, Transport } from '@modelcontextprotocol/server';

import type { Store } from '@annotate-mcp/store';

import { Agent } from '../agent.ts';
import type { Audience } from '../annotations/announce.ts';
import { oneClient, type Desk } from '../desk.ts';
import type { Timer } from '../idle.ts';
import { clientName } from '../server.ts';

import { audienceOf, type Audiences } from './audience.ts';

/** What every HTTP transport of a process shares. */
export interface House {
  store: Store;
  now: () => Date;
  timer: Timer;
  audiences: Audiences;
  build: (desk: Desk) => McpServer;
  onError: (error: unknown) => void;
}

/** A client of the older protocol: connected until it leaves, and one agent all the while. */
export interface Session {
  /** Its agent is away until its next call, and what it held is free; it is still connected. */
  stepOut(): Promise<void>;
  /** Resolves when nothing of it is left, its presence included. */
  end(): Promise<void>;
}

/** The session also ends by itself when its transport closes. `seat` may stand between the client and what it is told. */
export async function openSession(
  transport: Transport,
  house: House,
  seat: (client: Audience) => Audience = (client) => client,
): Promise<Session> {
  const { store, now, audiences, onError } = house;
  const agent = new Agent(store, now());
  const server = house.build(oneClient(agent));
  const leaveAudience = audiences.join(seat(audienceOf(server, 'legacy')));
  const ended = Promise.withResolvers<undefined>();

  server.server.onerror = onError;
  server.server.oninitialized = () => void agent.introduce(clientName(server)).catch(onError);
  server.server.onclose = () => {
    leaveAudience();
    void agent
      .leave()
      .catch(onError)
      .then(() => ended.resolve(undefined));
  };
  await server.connect(transport);
  return {
    stepOut: () => agent.stepOut(),
    end: async () => {
      await server.close();
      await ended.promise;
    },
  };
}
