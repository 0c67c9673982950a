/** Finds the agent behind a tool call. A connected client is one agent; for other clients see claim-tokens.ts. */
import { unlessAway } from '@annotate-mcp/store';

import type { Agent } from './agent.ts';

export interface AgentProvider {
  /** Whether clients prove that they hold an annotation by a token, because they do not stay connected. */
  readonly usesClaimTokens: boolean;
  beginCall(caller: Caller): Promise<AgentCall>;
}

export interface Caller {
  /** The name that the client gives itself. */
  name: string;
  claimToken?: string | undefined;
  /** Aborts when the client cancels the call or disconnects. */
  signal: AbortSignal;
}

export interface AgentCall {
  agent: Agent;
  /** Must be called when the call is over. Returns the agent's claim token if the agent has to send it from now on. */
  end(): Promise<string | null>;
}

/** For a client that stays connected: each call is made by the same agent. `givenName` replaces the client's own name. */
export function singleAgent(agent: Agent, givenName?: string): AgentProvider {
  return {
    usesClaimTokens: false,
    beginCall: async ({ name }) => {
      // Tools that need no store work while its server is away. The others report it themselves, and a claim makes the agent present first.
      await unlessAway(agent.introduce(givenName ?? name), undefined);
      return { agent, end: async () => null };
    },
  };
}
