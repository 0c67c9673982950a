import { createHash, randomBytes } from 'node:crypto';

import type { Store } from '@annotate-mcp/store';

import { IdleTimer, type Timer } from '../idle-timer.ts';

import type { AgentCall, AgentProvider, Caller } from './agent-provider.ts';
import { Agent } from './agent.ts';

export interface ClaimTokensDeps {
  store: Store;
  now: () => Date;
  timer: Timer;
  /** After so many milliseconds without a call, a holder's claims are free for other agents. */
  idleMs: number;
  onError: (error: unknown) => void;
}

/**
 * Agents of clients that do not stay connected. An agent that claims an annotation gets a token and is present from then
 * on, until it holds nothing or has not called for `idleMs`.
 */
export class ClaimTokens implements AgentProvider {
  readonly usesClaimTokens = true;
  readonly #deps: ClaimTokensDeps;
  readonly #holders = new Map<string, Holder>();

  constructor(deps: ClaimTokensDeps) {
    this.#deps = deps;
  }

  /** An unknown token is treated like no token: only this class makes tokens, a client cannot choose one. */
  async beginCall(caller: Caller): Promise<AgentCall> {
    const known = caller.claimToken === undefined ? undefined : this.#holders.get(idOf(caller.claimToken));
    return known === undefined ? this.#beginFirstCall(caller) : this.#beginCallOf(known);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#holders.values()].map((holder) => this.#remove(holder)));
  }

  #beginFirstCall({ name, signal }: Caller): AgentCall {
    const { store, now, timer } = this.#deps;
    const token = randomBytes(32).toString('base64url');
    const agent = new Agent(store, now(), { id: idOf(token), name });
    const holder: Holder = { agent, idle: new IdleTimer(timer, () => void this.#remove(holder)) };
    const call = this.#beginCallOf(holder);
    this.#holders.set(agent.id, holder);
    return {
      agent,
      end: async () => {
        // The client is gone and never receives the token, so it could not release what it claimed.
        if (signal.aborted) await this.#remove(holder);
        else await call.end();
        return this.#holders.has(agent.id) ? token : null;
      },
    };
  }

  #beginCallOf(holder: Holder): AgentCall {
    const finish = holder.idle.begin();
    return {
      agent: holder.agent,
      end: async () => {
        finish(this.#deps.idleMs);
        if (!holder.idle.isBusy && !holder.agent.isHolding) await this.#remove(holder);
        return null;
      },
    };
  }

  async #remove({ agent, idle }: Holder): Promise<void> {
    this.#holders.delete(agent.id);
    idle.stop();
    await agent.leave().catch(this.#deps.onError);
  }
}

interface Holder {
  agent: Agent;
  idle: IdleTimer;
}

/** A claim shows the agent's id to everyone who reads it; the token cannot be computed from the id. */
function idOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
