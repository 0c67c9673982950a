/** The projects that the session of a browser belongs to. */
import type { Database } from '../database/database.ts';
import type { Role } from '../roles.ts';
import { hashOf, kindOf } from '../secrets.ts';

export interface Membership {
  readonly member: string;
  readonly name: string;
  readonly project: string;
  readonly role: Role;
}

/** Of the person whose browser has this session; empty when it is not valid. */
export async function findMemberships(
  { query }: Pick<Database, 'query'>,
  secret: string,
): Promise<Membership[]> {
  if (kindOf(secret) !== 'session') return [];
  return query<Membership & object>(
    `SELECT m.id AS member, coalesce(m.name, '') AS name, m.project, m.role FROM team_sessions s
       JOIN team_session_members sm ON sm.session = s.id JOIN team_members m ON m.id = sm.member
     WHERE s.hash = $1 AND s.revoked_at IS NULL AND s.expires_at > now() AND m.deleted_at IS NULL
     ORDER BY m.project`,
    [hashOf(secret)],
  );
}
