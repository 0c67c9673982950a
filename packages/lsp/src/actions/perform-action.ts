/** Stores what the person does in an editor. */
import {
  type Actor,
  adopt,
  AnnotateError,
  type Annotation,
  annotationNotFoundError,
  applyPersonAction,
  pageActor,
} from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';

import type { ActArguments } from '../protocol.ts';

import { actions, type EditorAction } from './actions.ts';

export interface PerformDeps {
  store: Store;
  now: Date;
  /** What the person is called; `null` when that is not known. */
  authorName: string | null;
}

/** Resolves when the change is stored. Rejects with what to do when the action is not possible now. */
export async function performAction(
  { store, now, authorName }: PerformDeps,
  { id, action: name, message }: ActArguments,
): Promise<void> {
  const action = actions.find((each) => each.name === name);
  if (action === undefined) throw new TypeError(`There is no action ${name}.`);
  if (name === 'adopt') {
    await adoptAnnotation(store, id, now);
    return;
  }
  const personAction = action.toPersonAction(message);
  const updated = await store.update(id, (annotation) => {
    checkOffered(annotation, action);
    return applyPersonAction(annotation, personAction, personOf(annotation, authorName), now);
  });
  if (updated === null) throw annotationNotFoundError(id);
}

/** Replies from a pull request are not shown in an editor, so they are not adopted from there. */
async function adoptAnnotation(store: Store, id: string, at: Date): Promise<void> {
  const annotation = await store.get(id);
  if (annotation === null || annotation.status === 'draft') throw annotationNotFoundError(id);
  adopt(annotation, personOf(annotation, null), at);
  await store.adopt([id]);
}

/** The editor is a program of the person at this machine, who acts for the author of everything that was sent. */
function personOf(annotation: Annotation, authorName: string | null): Actor {
  const person = { authorId: editorAuthorId, local: true, ...(authorName !== null && { authorName }) };
  return pageActor(annotation, person);
}

/** As comments on documents have it that are written at this machine. */
const editorAuthorId = 'person';

/** Core knows what is not possible; this is what is possible but was not shown. */
function checkOffered(annotation: Annotation, action: EditorAction): void {
  if (annotation.status === 'draft') throw annotationNotFoundError(annotation.id);
  if (annotation.origin !== 'repository' || action.isOffered(annotation)) return;
  throw new AnnotateError(
    'annotation/withheld',
    `Annotation ${annotation.id} came with the repository and is not trusted yet.`,
    { hint: 'Trust it first.' },
  );
}
