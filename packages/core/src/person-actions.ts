/** What a person can do to one annotation, comments on Markdown documents included. */
import type { Annotation, MarkdownAnnotation } from './annotation.ts';
import type { Actor } from './lifecycle.ts';
import { approve, reanchor, relinkMarkdown } from './markdown-moves.ts';
import { dismiss, release, resolve, undo } from './moves.ts';
import {
  type ActionOf,
  type ActionResult,
  type ActionTable,
  type PageActionPayloads,
  pageActions,
  startsFrom,
} from './page-actions.ts';
import { isOpen } from './status.ts';
import { suggest } from './suggestion-moves.ts';
import type { Suggestion } from './suggestion.ts';

interface PersonActionPayloads extends PageActionPayloads {
  approve: object;
  /** `replyId` names the reply that says so in the thread. */
  decline: { replyId: string };
  /** Where the chosen passage is in the text as it is now. */
  relinkMarkdown: Pick<MarkdownAnnotation, 'anchor' | 'anchorState'>;
  resolve: object;
  /** For a draft; `null` takes the suggestion away. */
  suggest: { suggestion: Suggestion | null };
  /** After the suggestion was taken out of the file again; `replyId` names the reply that says so. */
  undo: { replyId: string };
}

export type PersonAction = ActionOf<PersonActionPayloads>;

export type PersonActionName = keyof PersonActionPayloads;

/** Those of pages, and what only the comments of a document have. */
export const personActions: ActionTable<PersonActionPayloads> = {
  ...pageActions,
  approve: {
    apply: approve,
    offer: {
      label: 'Approve',
      menu: 'Approve, so that agents begin with it',
      isOffered: awaitsApproval,
    },
  },
  decline: {
    apply: (annotation, by, at, { replyId }) =>
      dismiss(withoutClaim(annotation, by, at), by, at, { id: replyId, message: 'declined' }),
    offer: { label: 'Decline', isOffered: awaitsApproval },
  },
  // The passage is selected in the document.
  relinkMarkdown: {
    apply: (annotation, by, at, { anchor, anchorState }) =>
      reanchor(relinkMarkdown(annotation, by, at, anchor), { type: 'system' }, { anchor, anchorState }),
    offer: null,
  },
  resolve: {
    apply: (annotation, by, at) => resolve(withoutClaim(annotation, by, at), by, at),
    offer: { label: 'Resolve', isOffered: startsFrom('resolve') },
  },
  // A field of the draft.
  suggest: {
    apply: (annotation, by, at, payload) => suggest(annotation, by, at, payload.suggestion),
    offer: null,
  },
  undo: {
    apply: (annotation, by, at, { replyId }) =>
      undo(annotation, by, at, { id: replyId, message: 'Undone: the text is as it was.' }),
    offer: {
      label: 'Undo',
      title: () => 'Writes the old text back into the file',
      isOffered: startsFrom('undo'),
    },
  },
};

/** An item of the approval list that the author has not decided on yet. */
function awaitsApproval(annotation: Annotation): boolean {
  return annotation.kind === 'markdown' && annotation.intent === 'review' && isOpen(annotation);
}

export function applyPersonAction<Name extends keyof PersonActionPayloads>(
  annotation: Annotation,
  action: ActionOf<PersonActionPayloads, Name>,
  by: Actor,
  at: Date,
): ActionResult<Name> {
  return personActions[action.type].apply(annotation, by, at, action);
}

/** A person may resolve or decline an annotation while an agent holds it; the claim ends first. */
function withoutClaim(annotation: Annotation, by: Actor, at: Date): Annotation {
  return annotation.status === 'acknowledged' ? release(annotation, by, at) : annotation;
}
