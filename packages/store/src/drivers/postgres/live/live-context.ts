import { closedStoreError } from '../../../closed-store-error.ts';
import { isForeignKeyViolation, toStoreError } from '../failures.ts';
import type { Project } from '../project.ts';
import type { Row } from '../rows.ts';
import { ownerOf, type Server } from '../server.ts';

/** What the live records of one project have in common. */
export class LiveContext {
  readonly server: Server;
  readonly project: Project;
  readonly #url: string;
  #busyMs: number;
  #isClosed = false;

  constructor(server: Server, project: Project, url: string, busyMs: number) {
    this.server = server;
    this.project = project;
    this.#url = url;
    this.#busyMs = busyMs;
  }

  /** The name of a table, with its schema. */
  table(name: 'live' | 'sessions'): string {
    return `${this.server.schema}.${name}`;
  }

  /** To be called before rows are removed at the end: a server that is away must not delay it. */
  hurry(): void {
    this.#busyMs = Math.min(this.#busyMs, 2_000);
  }

  /** From now on every query is refused. */
  close(): void {
    this.#isClosed = true;
  }

  /** A process that reads live records also finds out which other processes have ended. */
  watchOwners(): void {
    if (!this.#isClosed) this.server.direct.start();
  }

  /** One statement, which may be repeated when the connection was lost. */
  async query(sql: string, values: unknown[]): Promise<Row[]> {
    if (this.#isClosed) throw closedStoreError(this.#url);
    try {
      const { pool, reachability } = this.server;
      return await reachability.whenReachable(this.#busyMs, async () => (await pool.query(sql, values)).rows);
    } catch (error) {
      throw this.toError(error);
    }
  }

  /** `work` writes rows of this process. Other processes may have taken it for ended and removed its number. */
  async asOwner(work: (owner: number) => Promise<void>): Promise<void> {
    if (this.#isClosed) throw closedStoreError(this.#url);
    const owner = await ownerOf(this.server, this.#busyMs, this.#url);
    try {
      await work(owner);
    } catch (error) {
      if (!(error instanceof Error && isForeignKeyViolation(error.cause))) throw error;
      await work(await this.server.direct.renewOwner(owner));
    }
  }

  toError(error: unknown): unknown {
    return toStoreError(error, this.#url);
  }
}
