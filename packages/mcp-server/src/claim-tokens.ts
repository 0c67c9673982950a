import { createHash, randomBytes } from 'node:crypto';

import type { Store } from '@annotate-mcp/store';

import { Agent } from './agent.ts';
import type { Caller, Desk, Visit } from './desk.ts';
import { Idle, type Timer } from './idle.ts';

export interface ClaimTokensOptions {
  store: Store;
  now: () => Date;
  timer: Timer;
  /** How long a holder may go without a call before its claims are free for others. */
  idleMs: number;
  onError: (error: unknown) => void;
}

/**
 * Clients that do not stay connected. Whoever claims something gets a token and is a present agent from then on, until
 * it holds nothing any more or has not called for long.
 */
export class ClaimTokens implements Desk {
  readonly givesTokens = true;
  readonly #options: ClaimTokensOptions;
  readonly #holders = new Map<string, Holder>();

  constructor(options: ClaimTokensOptions) {
    this.#options = options;
  }

  /** An unknown token is as good as none: tokens are made here and never chosen by a client. */
  async receive(caller: Caller): Promise<Visit> {
    const known = caller.claimToken === undefined ? undefined : this.#holders.get(idOf(caller.claimToken));
    return known === undefined ? this.#newcomer(caller) : this.#visitOf(known);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#holders.values()].map((holder) => this.#dismiss(holder)));
  }

  #newcomer({ name, signal }: Caller): Visit {
    const { store, now, timer } = this.#options;
    const token = randomBytes(32).toString('base64url');
    const agent = new Agent(store, now(), { id: idOf(token), name });
    const holder: Holder = { agent, idle: new Idle(timer, () => void this.#dismiss(holder)) };
    const visit = this.#visitOf(holder);
    this.#holders.set(agent.id, holder);
    return {
      agent,
      end: async () => {
        // Nobody is left to take the token, so nobody could ever let go of what was claimed.
        if (signal.aborted) await this.#dismiss(holder);
        else await visit.end();
        return this.#holders.has(agent.id) ? token : null;
      },
    };
  }

  #visitOf(holder: Holder): Visit {
    const finish = holder.idle.begin();
    return {
      agent: holder.agent,
      end: async () => {
        finish(this.#options.idleMs);
        if (!holder.idle.isBusy && !holder.agent.isHolding) await this.#dismiss(holder);
        return null;
      },
    };
  }

  async #dismiss({ agent, idle }: Holder): Promise<void> {
    this.#holders.delete(agent.id);
    idle.stop();
    await agent.leave().catch(this.#options.onError);
  }
}

interface Holder {
  agent: Agent;
  idle: Idle;
}

/** The id stands in every claim for all to read; the token cannot be told from it. */
function idOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
