/** Counts clients that do not stay connected, by their address and name: two alike count as one. */
import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server';

import { isRecord } from '@annotate-mcp/core';

/** A client counts from its request until so long after the answer. */
export const recentMs = 60_000;

export class RecentClients {
  readonly #now: () => Date;
  readonly #clients = new Map<string, { running: number; seenAt: number }>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  get size(): number {
    const oldest = this.#now().getTime() - recentMs;
    for (const [client, { running, seenAt }] of this.#clients)
      if (running === 0 && seenAt < oldest) this.#clients.delete(client);
    return this.#clients.size;
  }

  /** Returns what to call when the request has ended. */
  begin(address: string | undefined, body: unknown): () => void {
    const client = `${address ?? ''} ${nameOf(body)}`;
    const known = this.#clients.get(client) ?? { running: 0, seenAt: 0 };
    known.running++;
    this.#clients.set(client, known);
    return () => {
      known.running--;
      known.seenAt = this.#now().getTime();
    };
  }
}

function nameOf(body: unknown): string {
  const params = isRecord(body) ? body.params : undefined;
  const meta = isRecord(params) ? params._meta : undefined;
  const info = isRecord(meta) ? meta[CLIENT_INFO_META_KEY] : undefined;
  return isRecord(info) && typeof info.name === 'string' ? info.name.slice(0, 100) : '';
}
