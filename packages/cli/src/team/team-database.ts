/** Finds and opens the database of a team, for the commands about access. */
import { tmpdir } from 'node:os';

import { openStore, type Store } from '@annotate-mcp/store';
import type { Database } from '@annotate-mcp/team';

import type { GlobalOptions } from '../cli-command.ts';
import { CliError } from '../errors.ts';
import type { Terminal } from '../terminal.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** `--store`, or else `ANNOTATE_STORE`; `null` when neither is the address of a PostgreSQL database. */
export function teamUrl({ store }: GlobalOptions, env: Env = process.env): string | null {
  const url = store ?? env.ANNOTATE_STORE ?? '';
  return /^postgres(?:ql)?:\/\//i.test(url) ? url : null;
}

function requireTeamUrl(options: GlobalOptions, env: Env = process.env): string {
  const url = teamUrl(options, env);
  if (url !== null) return url;
  throw new CliError(
    'cli/usage',
    'This command is about a team, which keeps its annotations in PostgreSQL.',
    {
      hint: 'Name the database with --store postgres://user:password@host/database, or in ANNOTATE_STORE.',
    },
  );
}

/** Closes the database when `work` is done or has failed. */
export async function withTeam<T>(
  options: GlobalOptions,
  terminal: Terminal,
  work: (database: Database, url: string) => Promise<T>,
): Promise<T> {
  const url = requireTeamUrl(options);
  const { openDatabase } = await import('@annotate-mcp/team');
  const database = await openDatabase(url, (error) => terminal.note(String(error)));
  try {
    return await work(database, url);
  } finally {
    await database.close();
  }
}

/** The store of one project in the database of the team. No folder of this machine has anything to do with it. */
export async function openProjectStore(url: string, project: string): Promise<Store> {
  const parsed = new URL(url);
  parsed.searchParams.set('project', project);
  return openStore(parsed.href, { root: tmpdir() });
}
