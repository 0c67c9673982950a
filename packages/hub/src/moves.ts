/** What a page may do to annotations, by message. The rules are core's; here is only what goes where. */
import {
  accept,
  type Actor,
  AnnotateError,
  type Annotation,
  create,
  deleteOrWithdraw,
  editText,
  type PageMessage,
  type PagePayload,
  relink,
  release,
  reopen,
  reply,
  submit,
} from '@annotate-mcp/core';
import type { Store, Updated } from '@annotate-mcp/store';

import { actorFor, isKnownTo, type Speaker } from './speaker.ts';

export type MoveMessage = Exclude<PageMessage, { type: 'session:resume' | 'session:ping' }>;

/** Resolves when it is committed. */
export async function perform(store: Store, message: MoveMessage, speaker: Speaker, at: Date): Promise<void> {
  switch (message.type) {
    case 'annotation:create':
      await add(store, message.payload, message.draft === true ? 'draft' : 'pending', speaker, at);
      return;
    case 'batch:submit':
      await submitAll(store, message.ids, speaker, at);
      return;
    default:
      await moveOne(store, message.id, speaker, moveFor(message, at));
  }
}

/** Sending it again adds nothing; `isNew` tells which it was. */
export async function add(
  store: Store,
  payload: PagePayload,
  status: 'draft' | 'pending',
  speaker: Speaker,
  at: Date,
): Promise<{ annotation: Annotation; isNew: boolean }> {
  const { appId, authorId, sessionId } = speaker;
  const who = { appId, authorId, ...(sessionId !== undefined && { sessionId }) };
  const made = create({ ...payload, ...who }, status, at);
  const annotation = await store.add(made);
  if (annotation.appId !== appId || annotation.authorId !== authorId) throw taken(payload.id);
  return { annotation, isNew: annotation === made };
}

export type PersonMove = (annotation: Annotation, by: Actor) => Annotation | null;

export async function moveOne(
  store: Store,
  id: string,
  speaker: Speaker,
  move: PersonMove,
): Promise<Updated> {
  const updated = await store.update(id, (annotation) => {
    if (!isKnownTo(annotation, speaker)) throw unknown(id);
    return move(annotation, actorFor(annotation, speaker));
  });
  if (updated === null) throw unknown(id);
  return updated;
}

function moveFor(
  message: Exclude<MoveMessage, { type: 'annotation:create' | 'batch:submit' }>,
  at: Date,
): PersonMove {
  switch (message.type) {
    case 'annotation:reply':
      return (annotation, by) => reply(annotation, by, at, { id: message.replyId, message: message.message });
    case 'annotation:delete':
      return (annotation, by) => deleteOrWithdraw(annotation, by, at);
    case 'annotation:reopen':
      return (annotation, by) => reopen(annotation, by, at, noteOf(message.replyId, message.message));
    case 'annotation:accept':
      return (annotation, by) => accept(annotation, by, at);
    case 'annotation:edit':
      return (annotation, by) => editText(annotation, by, at, message.annotationText);
    case 'annotation:release':
      return (annotation, by) => release(annotation, by, at);
    case 'annotation:relink':
      return (annotation, by) => relink(annotation, by, at, message.place);
  }
}

export function noteOf(id: string, message: string | undefined) {
  return message === undefined ? undefined : { id, message };
}

/** One transaction. What was submitted before stays as it is, so that sending it again does no harm. */
async function submitAll(
  store: Store,
  ids: readonly string[] | undefined,
  speaker: Speaker,
  at: Date,
): Promise<void> {
  const { appId, authorId } = speaker;
  if (ids !== undefined) await requireAll(store, ids, speaker);
  await store.updateAll(
    { appId, draftsOf: authorId, status: ['draft'], ...(ids !== undefined && { ids }) },
    (annotation) => submit(annotation, { type: 'person', authorId }, at),
  );
}

async function requireAll(store: Store, ids: readonly string[], { appId, authorId }: Speaker): Promise<void> {
  const { annotations } = await store.list({ ids, appId, draftsOf: authorId }, { limit: 1_000 });
  const known = new Set(annotations.map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw unknown(missing);
}

function unknown(id: string): AnnotateError {
  return new AnnotateError('annotation/not-found', `There is no annotation ${id}.`, {
    hint: 'It may have been removed meanwhile.',
  });
}

function taken(id: string): AnnotateError {
  return new AnnotateError('annotation/invalid', `The id ${id} belongs to another annotation.`, {
    hint: 'Make a new random UUID for each annotation.',
  });
}
