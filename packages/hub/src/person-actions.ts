/** Stores what a person does through a page or a script. Which action does what is core's page-actions.ts. */
import {
  type Actor,
  adopt,
  AnnotateError,
  type Annotation,
  type AnnotationMessage,
  annotationNotFoundError,
  applyPageAction,
  create,
  type PageAction,
  pageActionIn,
  pageActor,
  type PagePayload,
} from '@annotate-mcp/core';
import type { Store, Updated } from '@annotate-mcp/store';

import { isUnprovenAuthorId } from './author-id.ts';
import { isKnownTo, requireAbility, type Speaker } from './speaker.ts';

export interface ActionDeps {
  readonly store: Store;
  /** From now on agents get everything that comes with the repository; resolves when pages show it. */
  readonly trustRepository: () => Promise<void>;
}

/** Resolves when the change is committed. */
export async function performMessage(
  { store, trustRepository }: ActionDeps,
  message: AnnotationMessage,
  speaker: Speaker,
  at: Date,
): Promise<void> {
  switch (message.type) {
    case 'annotation:adopt':
      await adoptAnnotation(store, message.id, speaker, at);
      if (message.trustRepository === true) await trustRepository();
      return;
    case 'annotation:create':
      await addAnnotation(store, message.payload, message.draft === true ? 'draft' : 'pending', speaker, at);
      return;
    case 'batch:submit':
      await submitDrafts(store, message.ids, speaker, at);
      return;
    default:
      await performAction(store, message.id, pageActionIn(message), speaker, at);
  }
}

/** Adding the same annotation again changes nothing; `isNew` is false then. */
export async function addAnnotation(
  store: Store,
  payload: PagePayload,
  status: 'draft' | 'pending',
  speaker: Speaker,
  at: Date,
): Promise<{ annotation: Annotation; isNew: boolean }> {
  requireAbility('create', speaker);
  const { appId, authorId, authorName, sessionId } = speaker;
  const origin = {
    appId,
    authorId,
    ...(authorName !== undefined && { authorName }),
    ...(sessionId !== undefined && { sessionId }),
  };
  const created = create({ ...payload, ...origin }, status, at);
  const annotation = await store.add(created);
  if (annotation.appId !== appId || annotation.authorId !== authorId) throw idInUseError(payload.id);
  return { annotation, isNew: annotation === created };
}

/** `check` throws where the caller does not allow the action on this annotation. */
export async function performAction(
  store: Store,
  id: string,
  action: PageAction,
  speaker: Speaker,
  at: Date,
  check?: (annotation: Annotation) => void,
): Promise<Updated> {
  requireAbility(action.type, speaker);
  const updated = await store.update(id, (annotation) => {
    if (!isKnownTo(annotation, speaker)) throw annotationNotFoundError(id);
    check?.(annotation);
    return applyPageAction(annotation, action, actorOf(annotation, action, speaker), at);
  });
  if (updated === null) throw annotationNotFoundError(id);
  return updated;
}

/** An administrator acts for the author of what was sent, but does not change their words. */
function actorOf(annotation: Annotation, { type }: PageAction, speaker: Speaker): Actor {
  const administers = speaker.caller?.may.includes('administer') === true && type !== 'edit';
  return pageActor(annotation, { ...speaker, local: speaker.local || administers });
}

/**
 * Gives the drafts of an author id from before there were secrets to the speaker. Others have seen such an id, so it
 * proves nothing: only a page on the machine of the hub may name one.
 */
export async function giveDraftsTo(
  store: Store,
  { appId, authorId, local }: Speaker,
  formerAuthorId: string,
): Promise<void> {
  if (!local || !isUnprovenAuthorId(formerAuthorId)) return;
  await store.updateAll({ appId, draftsOf: formerAuthorId, status: ['draft'] }, (draft) => ({
    ...draft,
    authorId,
  }));
}

async function adoptAnnotation(store: Store, id: string, speaker: Speaker, at: Date): Promise<void> {
  requireAbility('adopt', speaker);
  const annotation = await store.get(id);
  if (annotation === null || !isKnownTo(annotation, speaker)) throw annotationNotFoundError(id);
  adopt(annotation, pageActor(annotation, speaker), at);
  await store.adopt([id]);
  if (annotation.outsideReplies === undefined) return;
  await store.update(id, (adopted) => adopt(adopted, pageActor(adopted, speaker), at));
}

/** Submits in one transaction. Annotations that were submitted before stay as they are. */
async function submitDrafts(
  store: Store,
  ids: readonly string[] | undefined,
  speaker: Speaker,
  at: Date,
): Promise<void> {
  requireAbility('submit', speaker);
  const { appId, authorId } = speaker;
  if (ids !== undefined) await requireAll(store, ids, speaker);
  await store.updateAll(
    { appId, draftsOf: authorId, status: ['draft'], ...(ids !== undefined && { ids }) },
    (annotation) => applyPageAction(annotation, { type: 'submit' }, pageActor(annotation, speaker), at),
  );
}

async function requireAll(store: Store, ids: readonly string[], { appId, authorId }: Speaker): Promise<void> {
  const { annotations } = await store.list({ ids, appId, draftsOf: authorId }, { limit: 1_000 });
  const known = new Set(annotations.map(({ id }) => id));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw annotationNotFoundError(missing);
}

function idInUseError(id: string): AnnotateError {
  return new AnnotateError('annotation/invalid', `The id ${id} belongs to another annotation.`, {
    hint: 'Make a new random UUID for each annotation.',
  });
}
