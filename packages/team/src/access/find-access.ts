/** Looks a secret up in the database: whose it is, for which project and with which role. */
import { z } from 'zod';

import type { Database } from '../database/database.ts';
import { roleNames, type Role } from '../roles.ts';
import { hashOf, kindOf, type SecretKind } from '../secrets.ts';

/** What a secret gives access to, as long as it is valid. */
export interface Access {
  /** Of the token, or of the session and the member. */
  readonly id: string;
  readonly kind: Extract<SecretKind, 'token' | 'pageKey' | 'session'>;
  readonly project: string;
  readonly role: Role;
  /** `null` for a page key, which many people share. */
  readonly person: { readonly id: string; readonly name: string } | null;
  readonly origins: readonly string[];
  readonly expiresAt: Date | null;
}

const rowSchema = z.object({
  id: z.string(),
  kind: z.enum(['token', 'pageKey', 'session']),
  project: z.string(),
  role: z.enum(roleNames),
  personId: z.string(),
  name: z.string().nullable(),
  origins: z.array(z.string()),
  expiresAt: z.date().nullable(),
});

/** `null` when the secret is unknown, revoked, expired, or not of this project; for a page key the project is not asked. */
export async function findAccess(
  { query }: Pick<Database, 'query'>,
  secret: string,
  project: string | null,
): Promise<Access | null> {
  const kind = kindOf(secret);
  if (kind === 'session') return read(await query(sessionQuery, [hashOf(secret), project]));
  if (kind !== 'token' && kind !== 'pageKey') return null;
  return read(await query(tokenQuery, [hashOf(secret), kind, project]));
}

/** Those of these accesses that are still valid, by id. What a row says may have changed meanwhile. */
export async function findValid(
  { query }: Pick<Database, 'query'>,
  ids: readonly string[],
): Promise<Map<string, Access>> {
  const [tokens, sessions] = [ids.filter((id) => !id.includes('/')), ids.filter((id) => id.includes('/'))];
  const rows = [
    ...(tokens.length === 0
      ? []
      : await query(`${tokenColumns} WHERE t.id = ANY($1) AND ${isValidToken}`, [tokens])),
    ...(sessions.length === 0
      ? []
      : await query(`${sessionColumns} WHERE ${sessionId} = ANY($1) AND ${isValidSession}`, [sessions])),
  ];
  return new Map(rows.flatMap((row) => read([row]) ?? []).map((access) => [access.id, access]));
}

const tokenColumns = `SELECT t.id, t.kind, t.project, t.role, t.id AS "personId", t.name, p.origins,
    t.expires_at AS "expiresAt"
  FROM team_tokens t JOIN team_projects p ON p.name = t.project`;
const isValidToken = 't.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())';
const tokenQuery = `${tokenColumns} WHERE t.hash = $1 AND t.kind = $2 AND ($3::text IS NULL OR t.project = $3)
  AND ${isValidToken}`;

const sessionId = `s.id::text || '/' || m.id::text`;
const sessionColumns = `SELECT ${sessionId} AS id, 'session' AS kind, m.project, m.role, m.id AS "personId", m.name,
    p.origins, s.expires_at AS "expiresAt"
  FROM team_sessions s
  JOIN team_session_members sm ON sm.session = s.id
  JOIN team_members m ON m.id = sm.member
  JOIN team_projects p ON p.name = m.project`;
const isValidSession = 's.revoked_at IS NULL AND s.expires_at > now() AND m.deleted_at IS NULL';
const sessionQuery = `${sessionColumns} WHERE s.hash = $1 AND m.project = $2 AND ${isValidSession}`;

function read([row]: readonly object[]): Access | null {
  if (row === undefined) return null;
  const { personId, name, ...access } = rowSchema.parse(row);
  const person = access.kind === 'pageKey' ? null : { id: personId, name: name ?? 'deleted person' };
  return { ...access, person };
}
