/** What is read and forgotten in the tables of the store's driver, which are in the same schema. */
import type { Pool } from 'pg';

const atOnce = 500;

export class StoreTables {
  readonly #pool: Pool;
  readonly #schema: string;

  constructor(pool: Pool, schema: string) {
    this.#pool = pool;
    this.#schema = schema;
  }

  /** The change log of a project, oldest first; empty when it has no store yet. */
  async changeLog(project: string): Promise<object[]> {
    const { rows } = await this.#pool.query<{ exists: boolean }>(
      'SELECT to_regclass($1) IS NOT NULL AS exists',
      [`${this.#schema}.changes`],
    );
    if (rows[0]?.exists !== true) return [];
    return this.#changes('c.at, c.type, c.body', project, 'ORDER BY c.n');
  }

  /** Changes what the log keeps of annotations that name this id. Numbers and order stay, so that readers go on. */
  async rewriteChanges(project: string, id: string, rewrite: (body: string) => string): Promise<void> {
    for (let from = '0'; ;) {
      const rows = await this.#changes<{ n: string; body: string }>(
        'c.n, c.body',
        project,
        `AND c.n > $2 AND position($3 IN c.body) > 0 ORDER BY c.n LIMIT ${atOnce}`,
        [from, id],
      );
      const last = rows.at(-1);
      if (last === undefined) return;
      const changed = rows
        .map(({ n, body }) => ({ n, before: body, body: rewrite(body) }))
        .filter(({ before, body }) => body !== before);
      await this.#pool.query(
        `UPDATE ${this.#schema}.changes c SET body = rewritten.body
         FROM unnest($2::bigint[], $3::text[]) AS rewritten (n, body), ${this.#schema}.projects p
         WHERE p.name = $1 AND c.project = p.id AND c.n = rewritten.n`,
        [project, changed.map(({ n }) => n), changed.map(({ body }) => body)],
      );
      from = last.n;
    }
  }

  /** Removes the records of browser tabs that name this id. */
  async deleteSessions(project: string, id: string): Promise<void> {
    await this.#pool.query(
      `DELETE FROM ${this.#schema}.sessions s USING ${this.#schema}.projects p
       WHERE p.name = $1 AND s.project = p.id AND position($2 IN s.body) > 0`,
      [project, id],
    );
  }

  async #changes<Row extends object>(
    columns: string,
    project: string,
    rest: string,
    values: readonly unknown[] = [],
  ): Promise<Row[]> {
    const { rows } = await this.#pool.query<Row>(
      `SELECT ${columns} FROM ${this.#schema}.changes c JOIN ${this.#schema}.projects p ON p.id = c.project
       WHERE p.name = $1 ${rest}`,
      [project, ...values],
    );
    return rows;
  }
}
