/** Tokens of agents, scripts and staging pages. */
import { randomUUID } from 'node:crypto';

import type { Database } from './database/database.ts';
import { accessEnded } from './database/notices.ts';
import { TeamError } from './errors.ts';
import { recordEvent } from './events.ts';
import { requireShownName } from './names.ts';
import { ensureProject } from './projects.ts';
import { pageKeyRoles, type Role } from './roles.ts';
import { createSecret } from './secrets.ts';

export type TokenKind = 'token' | 'pageKey';

export interface Token {
  readonly id: string;
  readonly kind: TokenKind;
  readonly project: string;
  readonly name: string;
  readonly role: Role;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface NewToken {
  readonly project: string;
  readonly role: Role;
  readonly name: string;
  readonly kind: TokenKind;
  readonly expiresAt: Date | null;
}

/** `secret` is shown once: only its hash is stored. Creates the project with its first token. */
export async function createToken(
  database: Database,
  token: NewToken,
): Promise<{ token: Token; secret: string }> {
  if (token.kind === 'pageKey') requirePageKeyRole(token.role);
  const name = requireShownName(token.name);
  const { secret, hash } = createSecret(token.kind);
  return database.transaction(async (query) => {
    const project = await ensureProject({ query }, token.project);
    const [row] = await query<TokenRow>(
      `INSERT INTO team_tokens (id, hash, kind, project, name, role, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${columns}`,
      [randomUUID(), hash, token.kind, project, name, token.role, token.expiresAt],
    );
    if (row === undefined) throw new Error('PostgreSQL returned no row for the new token.');
    await recordEvent(query, { project, actor: 'cli', action: 'token created', subject: row.id });
    return { token: row, secret };
  });
}

/** Newest first. All projects unless one is named. */
export async function listTokens(database: Database, project?: string): Promise<Token[]> {
  return database.query<TokenRow>(
    `SELECT ${columns} FROM team_tokens WHERE $1::text IS NULL OR project = $1 ORDER BY created_at DESC, id`,
    [project ?? null],
  );
}

/** `given` is the token's id or the beginning of it. Servers close its connections within a second. */
export async function revokeToken(database: Database, given: string, project?: string): Promise<Token> {
  const found = (await listTokens(database, project)).filter(({ id }) => id.startsWith(given.toLowerCase()));
  const [token, second] = found;
  if (token === undefined || second !== undefined || given === '')
    throw noSuchTokenError(given, found.length);
  await database.transaction(async (query) => {
    await query('UPDATE team_tokens SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1', [token.id]);
    await recordEvent(query, {
      project: token.project,
      actor: 'cli',
      action: 'token revoked',
      subject: token.id,
    });
    await query('SELECT pg_notify($1, $2)', [accessEnded, token.id]);
  });
  return token;
}

export async function hasAnyToken(database: Database): Promise<boolean> {
  const rows = await database.query(
    'SELECT 1 FROM team_tokens WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) LIMIT 1',
  );
  return rows.length > 0;
}

type TokenRow = Token & { id: string };

const columns = `id, kind, project, name, role, created_at AS "createdAt", expires_at AS "expiresAt",
  last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"`;

function requirePageKeyRole(role: Role): void {
  if (pageKeyRoles.some((allowed) => allowed === role)) return;
  throw new TeamError('team/bad-options', `A page key cannot have the role ${role}.`, {
    hint: `Every visitor of the page can read its key. Use ${pageKeyRoles.join(' or ')}.`,
  });
}

function noSuchTokenError(given: string, count: number): TeamError {
  return count > 1
    ? new TeamError('team/unknown', `${count} tokens begin with ${JSON.stringify(given)}.`, {
        hint: 'Nothing was revoked. Pass more of the id, as "annotate-mcp token list" shows it.',
      })
    : new TeamError('team/unknown', `There is no token ${JSON.stringify(given.slice(0, 80))}.`, {
        hint: 'Run "annotate-mcp token list" for the ids. A token itself is never shown again.',
      });
}
