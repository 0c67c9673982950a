/** The people of a project. The id of a member is the author of what they write, and stays the same forever. */
import { randomUUID } from 'node:crypto';

import type { Database } from '../database/database.ts';
import { TeamError } from '../errors.ts';
import { recordEvent } from '../events.ts';
import { requireShownName } from '../names.ts';
import { ensureProject, requireProject } from '../projects.ts';
import type { Role } from '../roles.ts';
import { createSecret } from '../secrets.ts';

export interface Member {
  readonly id: string;
  readonly project: string;
  /** `null` after the person's data were deleted. */
  readonly name: string | null;
  readonly email: string | null;
  readonly role: Role;
  readonly createdAt: Date;
  readonly deletedAt: Date | null;
}

export interface Invitation {
  readonly project: string;
  readonly name: string;
  readonly email: string | null;
  readonly role: Role;
}

/** How long the link of an invitation works. */
export const inviteMinutes = 10;

/**
 * `secret` is for a link that works once. A member who is invited again, by the same e-mail address or the id, is the same
 * person: the link signs them in on one more browser.
 */
export async function inviteMember(
  database: Database,
  invitation: Invitation,
  again?: string,
): Promise<{ member: Member; secret: string }> {
  const name = requireShownName(invitation.name);
  const { secret, hash } = createSecret('invite');
  return database.transaction(async (query) => {
    const project = await ensureProject({ query }, invitation.project);
    const member =
      again === undefined
        ? await addMember(query, { ...invitation, project, name })
        : await requireMember({ query }, project, again);
    await query(
      `INSERT INTO team_invites (hash, member, expires_at) VALUES ($1, $2, now() + make_interval(mins => $3))`,
      [hash, member.id, inviteMinutes],
    );
    await recordEvent(query, { project, actor: 'cli', action: 'member invited', subject: member.id });
    return { member, secret };
  });
}

async function listMembers({ query }: Pick<Database, 'query'>, project: string): Promise<Member[]> {
  await requireProject({ query }, project);
  return query<MemberRow>(`SELECT ${columns} FROM team_members WHERE project = $1 ORDER BY created_at, id`, [
    project,
  ]);
}

/** By id or the beginning of it, by name or by e-mail address. */
export async function requireMember(
  { query }: Pick<Database, 'query'>,
  project: string,
  given: string,
): Promise<Member> {
  const members = await listMembers({ query }, project);
  const wanted = given.toLowerCase();
  const found = members.filter(
    ({ id, name, email }) =>
      (wanted !== '' && id.startsWith(wanted)) ||
      name?.toLowerCase() === wanted ||
      email?.toLowerCase() === wanted,
  );
  const [member] = found;
  if (member !== undefined && found.length === 1) return member;
  const people = members.map(({ id, name }) => `${name ?? 'deleted person'} (${id.slice(0, 8)})`);
  throw new TeamError(
    'team/unknown',
    found.length > 1
      ? `${found.length} people of ${project} match ${JSON.stringify(given)}.`
      : `There is no person ${JSON.stringify(given.slice(0, 80))} in ${project}.`,
    { hint: `Pass an id. People of this project: ${people.join(', ') || 'none'}.` },
  );
}

async function addMember(query: Database['query'], invitation: Invitation): Promise<Member> {
  const { project, name, email, role } = invitation;
  const [row] = await query<MemberRow>(
    `INSERT INTO team_members (id, project, name, email, role) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (project, lower(email)) WHERE email IS NOT NULL
     DO UPDATE SET name = excluded.name, role = excluded.role, deleted_at = NULL
     RETURNING ${columns}`,
    [randomUUID(), project, name, email, role],
  );
  if (row === undefined) throw new Error('PostgreSQL returned no row for the new member.');
  return row;
}

type MemberRow = Member & { id: string };

const columns = `id, project, name, email, role, created_at AS "createdAt", deleted_at AS "deletedAt"`;
