/** What happened to the access to a project: kept beside the change log of its annotations, for the audit trail. */
import type { Database } from './database/database.ts';

export interface AccessEvent {
  readonly project: string;
  /** `cli` for a command on the database, else the id of a member. */
  readonly actor: string;
  readonly action:
    | 'token created'
    | 'token revoked'
    | 'member invited'
    | 'member signed in'
    | 'member signed out'
    | 'member exported'
    | 'member deleted';
  /** The id of the token or member. */
  readonly subject: string;
}

export async function recordEvent(
  query: Database['query'],
  { project, actor, action, subject }: AccessEvent,
): Promise<void> {
  await query('INSERT INTO team_events (project, actor, action, subject) VALUES ($1, $2, $3, $4)', [
    project,
    actor,
    action,
    subject,
  ]);
}
