import type { PostgresServer } from './postgres-server.ts';

/** Copies the one annotation of a database, with different states, places, apps, tabs and holders. */
export async function copyAnnotation(
  server: PostgresServer,
  database: string,
  copies: number,
): Promise<void> {
  await server.query(
    `INSERT INTO annotate.annotations
       (project, id, status, kind, place, app_id, author_id, session_id, holder, is_foreign, body)
     SELECT 1, 'id-' || n, (ARRAY['pending','resolved','acknowledged','dismissed'])[1 + n % 4], 'element',
       '/page-' || n % 100, 'app-' || n % 50, 'author', 'session-' || n % 100,
       CASE n % 4 WHEN 2 THEN 'agent-' || n % 40 END, false, body
     FROM annotate.annotations, generate_series(1, $1::int) n`,
    [copies],
    database,
  );
  await server.query('ANALYZE', [], database);
}
