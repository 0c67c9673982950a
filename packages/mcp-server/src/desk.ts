/** Who makes a call. Where a client stays connected that is one agent; where it does not, see claim-tokens.ts. */
import type { Agent } from './agent.ts';

export interface Desk {
  /** Whether an agent is known again only by the token it got. */
  readonly givesTokens: boolean;
  receive(caller: Caller): Promise<Visit>;
}

export interface Caller {
  /** What the client calls itself. */
  name: string;
  claimToken?: string | undefined;
  /** The client cancelled, or is gone. */
  signal: AbortSignal;
}

export interface Visit {
  agent: Agent;
  /** To be called when the call is over. Returns the token the agent has to show from now on, if it got one. */
  end(): Promise<string | null>;
}

export function oneClient(agent: Agent): Desk {
  return {
    givesTokens: false,
    receive: async ({ name }) => {
      await agent.introduce(name);
      return { agent, end: async () => null };
    },
  };
}
