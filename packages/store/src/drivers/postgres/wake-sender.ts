/**
 * Tells other processes of committed changes. Not as part of the transaction: PostgreSQL lets only one transaction at a
 * time commit that notifies, in the whole cluster, and that one waits for the disk. A notification alone does not.
 */
import { channelOf, type Queryable } from './owners.ts';

export class WakeSender {
  readonly #schema: string;
  readonly #queryable: () => Queryable;
  /** The newest change of each project that was not announced yet. */
  readonly #waiting = new Map<number, number>();
  #sending: Promise<void> | null = null;

  /** `queryable` gets each statement. */
  constructor(schema: string, queryable: () => Queryable) {
    this.#schema = schema;
    this.#queryable = queryable;
  }

  /** Many at once become one statement. What cannot be sent is found by the regular check of each reader. */
  send(project: number, n: number): void {
    this.#waiting.set(project, n);
    this.#sending ??= this.#sendAll();
  }

  /** Resolves when everything is sent. */
  async flush(): Promise<void> {
    await this.#sending;
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.size > 0) {
      const payloads = [...this.#waiting].map(([project, n]) => `${project} n ${n}`);
      this.#waiting.clear();
      await this.#queryable()
        .query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [
          channelOf(this.#schema),
          payloads,
        ])
        .catch(() => undefined);
    }
    this.#sending = null;
  }
}
