/** The audit trail of a project: what happened to its annotations, from the change log, and to the access to it. */
import { z } from 'zod';

import { type Annotation, parseJson } from '@annotate-mcp/core';
import { annotationSchema } from '@annotate-mcp/core/schema';

import type { Database } from './database/database.ts';
import { requireProject } from './projects.ts';

export interface AuditEntry {
  readonly at: Date;
  /** What the person or agent is called, with an id where that is known. */
  readonly by: string;
  readonly action: string;
  /** The id of an annotation, token or member. */
  readonly subject: string;
}

/** Oldest first. Drafts are their author's own and in no audit. The change log keeps the latest 10,000 changes. */
export async function readAudit(
  database: Database,
  { project, since }: { project: string; since: Date | null },
): Promise<AuditEntry[]> {
  await requireProject(database, project);
  const [access, changes] = await Promise.all([
    readAccessEvents(database, project, since),
    readChanges(database, project, since),
  ]);
  return [...access, ...changes].sort((a, b) => a.at.getTime() - b.at.getTime());
}

async function readAccessEvents(
  database: Database,
  project: string,
  since: Date | null,
): Promise<AuditEntry[]> {
  const rows = await database.query<AuditEntry & { subject: string }>(
    `SELECT e.at, coalesce(m.name, e.actor) AS by, e.action, e.subject
     FROM team_events e LEFT JOIN team_members m ON m.id::text = e.actor
     WHERE e.project = $1 AND ($2::timestamptz IS NULL OR e.at >= $2) ORDER BY e.n`,
    [project, since],
  );
  return rows;
}

const changeSchema = z.object({
  at: z.date(),
  type: z.enum(['added', 'updated', 'removed']),
  body: z.string(),
});

async function readChanges(database: Database, project: string, since: Date | null): Promise<AuditEntry[]> {
  // The first change of an annotation in the log is read too, to compare the next one with it.
  const rows = await database.store.changeLog(project);
  const before = new Map<string, Annotation>();
  return rows.flatMap((row) => {
    const { at, type, body } = changeSchema.parse(row);
    const annotation = parseAnnotation(body);
    if (annotation === null) return [];
    const entry = describeChange(type, annotation, before.get(annotation.id) ?? null);
    before.set(annotation.id, annotation);
    const isWanted = entry !== null && (since === null || at >= since);
    return isWanted ? [{ at, subject: annotation.id, ...entry }] : [];
  });
}

/** `null` for a draft. `before` is the annotation before the change, where the log still has it. */
function describeChange(
  type: 'added' | 'updated' | 'removed',
  annotation: Annotation,
  before: Annotation | null,
): Pick<AuditEntry, 'by' | 'action'> | null {
  if (annotation.status === 'draft') return null;
  const author = personOf(annotation);
  if (type === 'removed') return { by: author, action: 'removed' };
  if (before === null ? type === 'added' : before.status === 'draft') return { by: author, action: 'sent' };
  const reply = annotation.replies.find(({ id }) => before?.replies.every((known) => known.id !== id));
  const by = reply === undefined ? actorOf(annotation, before) : writerOf(reply);
  const action = annotation.status === before?.status ? null : annotation.status;
  return { by, action: action ?? (reply === undefined ? 'changed' : 'replied') };
}

function actorOf(annotation: Annotation, before: Annotation | null): string {
  if (annotation.status === 'acknowledged')
    return `agent ${annotation.claim.agentName} ${annotation.claim.agentId}`;
  if (before?.status === 'acknowledged' && annotation.status !== 'pending')
    return `agent ${before.claim.agentName} ${before.claim.agentId}`;
  return annotation.status === before?.status ? personOf(annotation) : 'unknown';
}

function writerOf(reply: Annotation['replies'][number]): string {
  return reply.author === 'agent'
    ? `agent ${reply.agentName ?? ''}`.trim()
    : (reply.authorName ?? 'a person');
}

function personOf({ authorId, authorName }: Annotation): string {
  return authorName === undefined ? authorId : `${authorName} ${authorId}`;
}

/** `null` for what another release has written. */
export function parseAnnotation(body: string): Annotation | null {
  try {
    const parsed = annotationSchema.safeParse(parseJson(body));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
