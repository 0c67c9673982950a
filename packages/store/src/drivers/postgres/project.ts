import { randomUUID } from 'node:crypto';

import type { Location } from './location.ts';
import { integer, text } from './rows.ts';
import type { Server } from './server.ts';

/** One project of the database. */
export interface Project {
  id: number;
  /** Tells the cursors of this project from those of one that had the same name before. */
  epoch: string;
}

/** Creates it when there is none of this name. */
export async function openProject(
  { pool, schema }: Pick<Server, 'pool' | 'schema'>,
  { project }: Location,
): Promise<Project> {
  const find = () => pool.query(`SELECT id, epoch FROM ${schema}.projects WHERE name = $1`, [project]);
  const found = await find();
  if (found.rows.length === 0) {
    await pool.query(
      `INSERT INTO ${schema}.projects (name, epoch) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`,
      [project, randomUUID()],
    );
  }
  const [row = {}] = found.rows.length > 0 ? found.rows : (await find()).rows;
  return { id: integer(row, 'id'), epoch: text(row, 'epoch') };
}
