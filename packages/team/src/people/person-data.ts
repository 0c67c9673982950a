/** What is kept about one person: all of it as JSON, and its deletion. */
import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

import type { Addressee, Annotation, Reply } from '@annotate-mcp/core';
import { everyAnnotation, type Store } from '@annotate-mcp/store';

import { parseAnnotation } from '../audit.ts';
import type { Database } from '../database/database.ts';
import { accessEnded } from '../database/notices.ts';
import { recordEvent } from '../events.ts';

import type { Member } from './members.ts';

/** What others read instead of the name. */
const deletedName = 'deleted person';

export interface PersonData {
  readonly person: Omit<Member, 'deletedAt'>;
  /** With drafts, and whole threads: what others wrote in them is what they wrote to this person. */
  readonly annotations: readonly Annotation[];
  /** Replies to annotations of other people. */
  readonly replies: readonly { readonly annotationId: string; readonly reply: Reply }[];
  readonly signedIn: readonly { readonly at: Date; readonly expiresAt: Date }[];
  /** Which annotations they have read, and up to when. */
  readonly seen: readonly { readonly annotationId: string; readonly at: string }[];
}

export async function exportPerson(database: Database, store: Store, member: Member): Promise<PersonData> {
  const { deletedAt: _, ...person } = member;
  const annotations: Annotation[] = [];
  const replies: { annotationId: string; reply: Reply }[] = [];
  for await (const annotation of everyAnnotation(store, { draftsOf: member.id }, { limit: 500 })) {
    if (annotation.authorId === member.id) annotations.push(annotation);
    else
      for (const reply of annotation.replies.filter((each) => isBy(each, member.id)))
        replies.push({ annotationId: annotation.id, reply });
  }
  const signedIn = await database.query<{ at: Date; expiresAt: Date }>(
    `SELECT s.created_at AS at, s.expires_at AS "expiresAt" FROM team_sessions s
     JOIN team_session_members sm ON sm.session = s.id WHERE sm.member = $1 ORDER BY s.created_at`,
    [member.id],
  );
  const seen = await database.query<{ annotationId: string; at: string }>(
    'SELECT annotation AS "annotationId", at FROM team_seen WHERE member = $1 ORDER BY at',
    [member.id],
  );
  await recordEvent(database.query, {
    project: member.project,
    actor: 'cli',
    action: 'member exported',
    subject: member.id,
  });
  return { person, annotations, replies, signedIn, seen };
}

/**
 * Ends every session, then removes the name, the e-mail address and the drafts, also from the change log. What the person
 * has sent stays, under another name, because others have answered it. Running it again finishes what was interrupted.
 */
export async function deletePerson(database: Database, store: Store, member: Member): Promise<void> {
  await database.transaction(async (query) => {
    await query(
      `UPDATE team_members SET name = NULL, email = NULL, issuer = NULL, subject = NULL,
         deleted_at = coalesce(deleted_at, now()) WHERE id = $1`,
      [member.id],
    );
    await query('DELETE FROM team_session_members WHERE member = $1', [member.id]);
    await query('DELETE FROM team_invites WHERE member = $1', [member.id]);
    await query('DELETE FROM team_seen WHERE member = $1', [member.id]);
    await recordEvent(query, {
      project: member.project,
      actor: 'cli',
      action: 'member deleted',
      subject: member.id,
    });
    await query('SELECT pg_notify($1, $2)', [accessEnded, member.id]);
  });
  await store.updateAll({ draftsOf: member.id, status: ['draft'] }, (draft) =>
    draft.authorId === member.id ? null : draft,
  );
  for await (const { id } of everyAnnotation(store, {}, { limit: 500 }))
    await store.update(id, (annotation) => withoutName(annotation, member.id));
  await database.store.rewriteChanges(member.project, member.id, (body) => forgetInChange(body, member.id));
  await untilGone(store, member.id);
  await database.store.deleteSessions(member.project, member.id);
}

/** The same object when nothing in it names the person, so that nothing is stored. */
function withoutName(annotation: Annotation, personId: string): Annotation {
  const isAuthor = annotation.authorId === personId;
  const forgotten: Annotation = {
    ...annotation,
    ...(isAuthor && { authorName: deletedName }),
    ...(annotation.assignee !== undefined && { assignee: withoutNameOf(annotation.assignee, personId) }),
    ...mentionsWithoutName(annotation, personId),
    replies: annotation.replies.map((reply) => ({
      ...reply,
      ...(isBy(reply, personId) && { authorName: deletedName }),
      ...mentionsWithoutName(reply, personId),
    })),
  };
  return isDeepStrictEqual(forgotten, annotation) ? annotation : forgotten;
}

function mentionsWithoutName(
  { mentions }: Pick<Reply, 'mentions'>,
  personId: string,
): Pick<Reply, 'mentions'> {
  return mentions === undefined
    ? {}
    : { mentions: mentions.map((addressee) => withoutNameOf(addressee, personId)) };
}

function withoutNameOf(addressee: Addressee, personId: string): Addressee {
  const isPerson = addressee.type === 'person' && addressee.id === personId;
  return isPerson ? { ...addressee, name: deletedName } : addressee;
}

/** What the change log keeps of an annotation: of a draft, which others never saw, not even the text. */
function forgetInChange(body: string, personId: string): string {
  const annotation = parseAnnotation(body);
  if (annotation === null) return body;
  const isOwnDraft = annotation.status === 'draft' && annotation.authorId === personId;
  return JSON.stringify({
    ...withoutName(annotation, personId),
    ...(isOwnDraft && { annotationText: 'deleted draft' }),
  });
}

/** Servers close the pages of the person within a second, and then save their tabs once more. */
async function untilGone(store: Store, personId: string): Promise<void> {
  const limit = performance.now() + 3_000;
  const isHere = async () =>
    (await store.sessions.list()).some(({ active, authorId }) => active && authorId === personId);
  while (performance.now() < limit && (await isHere())) await delay(100);
}

function isBy(reply: Reply, personId: string): boolean {
  return reply.author === 'user' && reply.authorId === personId;
}
