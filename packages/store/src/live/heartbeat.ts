import { type LiveDatabase, liveTables } from './live-database.ts';
import { heartbeatMs, ownColumns } from './owner.ts';

/** Keeps the rows of this process fresh, for readers that cannot ask the system whether it lives. */
export class Heartbeat {
  readonly #live: LiveDatabase;
  readonly #store: string;
  readonly #now: () => Date;
  #timer: NodeJS.Timeout | undefined;

  constructor(live: LiveDatabase, store: string, now: () => Date) {
    this.#live = live;
    this.#store = store;
    this.#now = now;
  }

  /** Called with each row that this process writes; only the first call has an effect. */
  start(): void {
    this.#timer ??= setInterval(() => void this.#beat(), heartbeatMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #beat(): Promise<void> {
    const [machine, pid, startedAt, at] = ownColumns(this.#now());
    await this.#live
      .use((database) => {
        for (const table of liveTables) {
          database.run(
            `UPDATE ${table} SET heartbeat_at = ? WHERE store = ? AND machine = ? AND pid = ? AND started_at = ?`,
            at,
            this.#store,
            machine,
            pid,
            startedAt,
          );
        }
      })
      .catch(() => {
        // The next heartbeat follows soon; a process counts as gone only after it missed three.
      });
  }
}
