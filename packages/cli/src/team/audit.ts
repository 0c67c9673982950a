/** `annotate-mcp audit`: prints who did what in a project. */
import type { GlobalOptions } from '../cli-command.ts';
import { printable, type Terminal } from '../terminal.ts';

import { withTeam } from './team-database.ts';

export interface AuditOptions extends GlobalOptions {
  project: string;
  since?: Date;
  json?: boolean;
}

export async function audit(options: AuditOptions, terminal: Terminal): Promise<void> {
  const { project, since = null, json = false } = options;
  const entries = await withTeam(options, terminal, async (database) => {
    const { readAudit } = await import('@annotate-mcp/team');
    return readAudit(database, { project, since });
  });
  if (json) {
    terminal.print(JSON.stringify(entries, null, 2));
    return;
  }
  for (const { at, by, action, subject } of entries)
    terminal.print(`${at.toISOString()}  ${printable(by)}  ${action}  ${subject}`);
}
