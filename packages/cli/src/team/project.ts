/** `annotate-mcp project`: the projects of a team, and the pages that may load the overlay of one. */
import type { GlobalOptions } from '../cli-command.ts';
import type { Terminal } from '../terminal.ts';

import { withTeam } from './team-database.ts';

export interface ProjectOptions extends GlobalOptions {
  project?: string;
  origin?: string[];
  json?: boolean;
}

export async function project(options: ProjectOptions, terminal: Terminal): Promise<void> {
  const { project: name, origin, json = false } = options;
  const projects = await withTeam(options, terminal, async (database) => {
    const { listProjects, setOrigins } = await import('@annotate-mcp/team');
    if (name !== undefined && origin !== undefined)
      return [
        await setOrigins(
          database,
          name,
          origin.filter((each) => each !== 'none'),
        ),
      ];
    const all = await listProjects(database);
    return name === undefined ? all : all.filter((each) => each.name === name);
  });
  if (json) terminal.print(JSON.stringify(projects, null, 2));
  else if (projects.length === 0) terminal.note('There is no such project.');
  else for (const each of projects) terminal.print(`${each.name}  ${each.origins.join(' ') || 'no origins'}`);
}
