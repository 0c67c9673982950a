/** Turns the secret of a one-time link into the session of a browser, and ends that session. */
import { randomUUID } from 'node:crypto';

import type { Database } from '../database/database.ts';
import { accessEnded } from '../database/notices.ts';
import { recordEvent } from '../events.ts';
import { createSecret, hashOf, kindOf } from '../secrets.ts';

export interface SignedIn {
  readonly project: string;
  readonly name: string;
  /** For the cookie. */
  readonly secret: string;
}

/** After so many days a person signs in again. */
export const sessionDays = 30;

export interface SigningBrowser {
  /** The session that the browser had: its memberships of other projects go on in the new one. */
  readonly before: string | undefined;
  /** It reaches this server over https. */
  readonly secure: boolean;
}

/** `null` when the link was used before, is too old or never existed: the caller is not told which of them. */
export async function useInvite(
  database: Database,
  invite: string,
  browser: SigningBrowser,
): Promise<SignedIn | null> {
  if (kindOf(invite) !== 'invite') return null;
  return database.transaction(async (query) => {
    // The update is what makes the link work once: of two requests at the same time one finds no row.
    const [used] = await query<{ member: string }>(
      `UPDATE team_invites SET used_at = now() WHERE hash = $1 AND used_at IS NULL AND expires_at > now()
       RETURNING member`,
      [hashOf(invite)],
    );
    return used === undefined ? null : beginSession(query, used.member, browser);
  });
}

/** `null` when the member was deleted meanwhile. Runs in the caller's transaction. */
export async function beginSession(
  query: Database['query'],
  memberId: string,
  { before, secure }: SigningBrowser,
): Promise<SignedIn | null> {
  const [member] = await query<{ project: string; name: string }>(
    'SELECT project, name FROM team_members WHERE id = $1 AND deleted_at IS NULL',
    [memberId],
  );
  if (member === undefined) return null;
  const { secret, hash } = createSecret(secure ? 'hostSession' : 'session');
  const session = randomUUID();
  await query(
    'INSERT INTO team_sessions (id, hash, expires_at) VALUES ($1, $2, now() + make_interval(days => $3))',
    [session, hash, sessionDays],
  );
  await query('INSERT INTO team_session_members (session, member) VALUES ($1, $2)', [session, memberId]);
  // Never into the old session: another site of this domain may have set its cookie, and would be signed in with it.
  if (before !== undefined) await replaceSession(query, before, session, member.project);
  const { project, name } = member;
  await recordEvent(query, { project, actor: memberId, action: 'member signed in', subject: memberId });
  return { project, name, secret };
}

/** The id of the session that has ended, in all its projects; `null` when it was over before or never existed. */
export async function endSession(database: Database, secret: string): Promise<string | null> {
  if (kindOf(secret) !== 'session') return null;
  return database.transaction(async (query) => {
    const [ended] = await query<{ id: string }>(
      'UPDATE team_sessions SET revoked_at = now() WHERE hash = $1 AND revoked_at IS NULL RETURNING id',
      [hashOf(secret)],
    );
    if (ended === undefined) return null;
    const members = await query<{ id: string; project: string }>(
      `SELECT m.id, m.project FROM team_session_members sm JOIN team_members m ON m.id = sm.member
       WHERE sm.session = $1 AND m.deleted_at IS NULL`,
      [ended.id],
    );
    for (const { id, project } of members)
      await recordEvent(query, { project, actor: id, action: 'member signed out', subject: id });
    await query('SELECT pg_notify($1, $2)', [accessEnded, ended.id]);
    return ended.id;
  });
}

async function replaceSession(
  query: Database['query'],
  before: string,
  session: string,
  project: string,
): Promise<void> {
  const hash = hashOf(before);
  await query(
    `INSERT INTO team_session_members (session, member)
     SELECT $2, m.id FROM team_sessions s
       JOIN team_session_members sm ON sm.session = s.id JOIN team_members m ON m.id = sm.member
     WHERE s.hash = $1 AND s.revoked_at IS NULL AND s.expires_at > now() AND m.deleted_at IS NULL AND m.project <> $3
     ON CONFLICT DO NOTHING`,
    [hash, session, project],
  );
  await query('UPDATE team_sessions SET revoked_at = now() WHERE hash = $1 AND revoked_at IS NULL', [hash]);
}
