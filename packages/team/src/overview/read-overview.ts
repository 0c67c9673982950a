/** What the page at `/` shows beside lists: the projects of a person with their counts, and the choices of filters. */
import type { Store } from '@annotate-mcp/store';

import type { Database } from '../database/database.ts';
import type { Membership } from '../people/memberships.ts';
import { roles } from '../roles.ts';

import type { Choice, ChoicesAnswer, MemberProject, ProjectCounts } from './answers.ts';
import {
  appId,
  listedConditions,
  openCondition,
  unreadCondition,
  waitingCondition,
  listedRows,
  type Reader,
} from './find-annotations.ts';

type Querying = Pick<Database, 'query'>;

export async function countProject(database: Querying, membership: Membership): Promise<MemberProject> {
  const { member, name, project, role } = membership;
  const counts = await countAnnotations(database, { project, member });
  const administers = roles[role].includes('administer');
  return { name: project, role, me: { id: member, name }, administers, counts };
}

async function countAnnotations({ query }: Querying, reader: Reader): Promise<ProjectCounts> {
  const count = (condition: string) => `(count(*) FILTER (WHERE ${condition}))::int`;
  const [counts] = await query<ProjectCounts & object>(
    `SELECT ${count(openCondition)} AS open, ${count(waitingCondition)} AS waiting, ${count(unreadCondition)} AS unread
     ${listedRows} WHERE ${listedConditions.join(' AND ')}`,
    [reader.project, reader.member, appId],
  );
  return counts ?? { open: 0, waiting: 0, unread: 0 };
}

/** More names are no choice: a search finds the rest. */
const mostChoices = 200;

export async function readChoices(
  { query }: Querying,
  store: Pick<Store, 'places'>,
  { project, member }: Reader,
): Promise<ChoicesAnswer> {
  const grouped = (id: string, name: string, condition: string) =>
    query<Choice & object>(
      `SELECT ${id} AS id, coalesce(max(${name}), '') AS name ${listedRows}
       WHERE ${[...listedConditions, condition].join(' AND ')} GROUP BY 1 ORDER BY 2, 1 LIMIT ${mostChoices}`,
      [project, member, appId],
    );
  const people = query<Choice & object>(
    `SELECT id::text, coalesce(name, '') AS name FROM team_members
     WHERE project = $1 AND deleted_at IS NULL ORDER BY 2, 1 LIMIT ${mostChoices}`,
    [project],
  );
  return {
    authors: await grouped('a.author_id', `a.summary ->> 'authorName'`, 'TRUE'),
    assignees: await grouped(
      `a.summary ->> 'assignee'`,
      `a.summary ->> 'assigneeName'`,
      `a.summary ? 'assignee'`,
    ),
    pages: (await store.places({ appId })).slice(0, mostChoices),
    people: await people,
  };
}

/** Never back: two windows of a person may say it in any order. What does not exist is not kept. */
export async function markSeen(
  { query }: Querying,
  { project, member }: Reader,
  { id, at }: { id: string; at: string },
): Promise<void> {
  await query(
    `INSERT INTO team_seen AS seen (member, annotation, at)
     SELECT $1, a.id, $3 FROM store_annotations a JOIN store_projects p ON p.id = a.project
     WHERE a.id = $2 AND p.name = $4
     ON CONFLICT (member, annotation) DO UPDATE SET at = excluded.at WHERE seen.at < excluded.at`,
    [member, id, at, project],
  );
}
