/** `annotate-mcp invite`: prints a link that signs a person in, once. */
import type { Role } from '@annotate-mcp/team';

import type { GlobalOptions } from '../cli-command.ts';
import { CliError } from '../errors.ts';
import type { Terminal } from '../terminal.ts';

import { withTeam } from './team-database.ts';

export interface InviteOptions extends GlobalOptions {
  project: string;
  name: string;
  role: Exclude<Role, 'agent'>;
  email?: string;
  again?: string;
  publicUrl?: string;
  json?: boolean;
}

export async function invite(options: InviteOptions, terminal: Terminal): Promise<void> {
  const { project, name, role, email, again, json = false } = options;
  const server = publicUrlOf(options.publicUrl ?? process.env.ANNOTATE_PUBLIC_URL);
  const { member, secret, minutes } = await withTeam(options, terminal, async (database) => {
    const { inviteMember, inviteMinutes } = await import('@annotate-mcp/team');
    const made = await inviteMember(database, { project, name, role, email: email ?? null }, again);
    return { ...made, minutes: inviteMinutes };
  });
  const link = `${server}/join#${secret}`;
  if (json) terminal.print(JSON.stringify({ link, person: member.id, minutes }, null, 2));
  else {
    terminal.print(link);
    terminal.note(`For ${name} only: it works once, within ${minutes} minutes.`);
  }
}

/** Where people reach the server, without a slash at the end. */
export function publicUrlOf(text: string | undefined): string {
  const parsed = text !== undefined && URL.canParse(text) ? new URL(text) : null;
  if (parsed !== null && /^https?:$/.test(parsed.protocol)) return parsed.href.replace(/\/+$/, '');
  throw new CliError('cli/usage', 'A link needs the address at which people reach the team server.', {
    hint: 'Pass --public-url https://team.example.com, or set ANNOTATE_PUBLIC_URL.',
  });
}
