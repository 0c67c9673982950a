import type { Database } from './database/database.ts';
import { TeamError } from './errors.ts';
import { requireOrigin, requireProjectName } from './names.ts';

export interface Project {
  readonly name: string;
  /** Origins of pages that may load the overlay with a page key or the cookie of a signed-in person. */
  readonly origins: readonly string[];
}

/** Does nothing when there is one of this name. */
export async function ensureProject({ query }: Pick<Database, 'query'>, name: string): Promise<string> {
  const checked = requireProjectName(name);
  await query('INSERT INTO team_projects (name) VALUES ($1) ON CONFLICT DO NOTHING', [checked]);
  return checked;
}

export async function listProjects({ query }: Pick<Database, 'query'>): Promise<Project[]> {
  return query<Project & { name: string }>('SELECT name, origins FROM team_projects ORDER BY name');
}

export async function requireProject({ query }: Pick<Database, 'query'>, name: string): Promise<Project> {
  const [project] = await query<Project & { name: string }>(
    'SELECT name, origins FROM team_projects WHERE name = $1',
    [requireProjectName(name)],
  );
  if (project !== undefined) return project;
  throw new TeamError('team/unknown', `There is no project ${JSON.stringify(name)}.`, {
    hint: 'Create its first token: annotate-mcp token create --project <name> --role admin.',
  });
}

/** Servers use the new list within a second. */
export async function setOrigins(
  { query }: Pick<Database, 'query'>,
  name: string,
  origins: readonly string[],
): Promise<Project> {
  const project = await ensureProject({ query }, name);
  const checked = [...new Set(origins.map(requireOrigin))].sort();
  await query('UPDATE team_projects SET origins = $2 WHERE name = $1', [project, checked]);
  return { name: project, origins: checked };
}
