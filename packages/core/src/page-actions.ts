/**
 * What a person can do to one annotation of a page. The hub applies these functions to what pages send (socket and
 * HTTP), and the overlay applies them to predict the result, so that the two cannot disagree. What a person can do to
 * a comment on a Markdown document besides is person-actions.ts; kept apart because the overlay does not load it.
 */
import type { Addressee } from './addressee.ts';
import type { Annotation, Intent, PageTarget } from './annotation.ts';
import type { Actor } from './lifecycle.ts';
import {
  accept,
  adopt,
  assign,
  deleteOrWithdraw,
  editText,
  type MoveMessage,
  relink,
  release,
  reopen,
  reply,
  resend,
  stop,
  submit,
} from './moves.ts';

/** By action: what it needs besides the annotation. */
export interface PageActionPayloads {
  accept: object;
  /** Only for the person at the machine of the store, who may trust everything that comes with the repository at once. */
  adopt: { trustRepository?: true };
  /** `null` takes the assignment away. */
  assign: { assignee: Addressee | null };
  delete: object;
  edit: { annotationText: string; mentions?: Addressee[] };
  relink: { place: PageTarget };
  release: object;
  reopen: { replyId: string; message?: string; mentions?: Addressee[] };
  reply: { replyId: string; message: string; mentions?: Addressee[] };
  resend: object;
  stop: object;
  /** `intent` is for comments on a Markdown document. */
  submit: { intent?: Intent };
}

export type ActionTable<Payloads> = {
  readonly [Name in keyof Payloads]: (
    annotation: Annotation,
    by: Actor,
    at: Date,
    payload: Payloads[Name],
  ) => ActionResult<Name>;
};

/** `null` removes the annotation. */
export type ActionResult<Name> = Name extends 'delete' ? Annotation | null : Annotation;

export type ActionOf<Payloads, Name extends keyof Payloads = keyof Payloads> = {
  [Each in Name]: { type: Each } & Payloads[Each];
}[Name];

export type PageActionName = keyof PageActionPayloads;
export type PageAction = ActionOf<PageActionPayloads>;

export const pageActions: ActionTable<PageActionPayloads> = {
  accept,
  adopt,
  assign: (annotation, by, at, { assignee }) => assign(annotation, by, at, assignee),
  delete: deleteOrWithdraw,
  edit: (annotation, by, at, { annotationText, mentions }) =>
    editText(annotation, by, at, annotationText, mentions),
  relink: (annotation, by, at, { place }) => relink(annotation, by, at, place),
  release: (annotation, by, at) => release(annotation, by, at),
  reopen: (annotation, by, at, payload) => reopen(annotation, by, at, noteIn(payload)),
  reply: (annotation, by, at, { message, ...rest }) =>
    reply(annotation, by, at, noteOf({ ...rest, message })),
  resend,
  stop,
  submit: (annotation, by, at, { intent }) => submit(annotation, by, at, intent),
};

export function applyPageAction<Name extends PageActionName>(
  annotation: Annotation,
  action: ActionOf<PageActionPayloads, Name>,
  by: Actor,
  at: Date,
): ActionResult<Name> {
  return pageActions[action.type](annotation, by, at, action);
}

/** What a page sends to act on one annotation. Drafts are submitted together, with `batch:submit`. */
export type PageActionMessage = {
  [Name in Exclude<PageActionName, 'submit'>]: {
    type: `annotation:${Name}`;
    id: string;
  } & PageActionPayloads[Name];
}[Exclude<PageActionName, 'submit'>];

/** `annotation:reply` is the action `reply`, with the same fields. */
export function pageActionIn(message: PageActionMessage): PageAction {
  // The type above says what follows the prefix; `slice` only says that it is a string.
  return { ...message, type: message.type.slice('annotation:'.length) } as PageAction;
}

export interface PagePerson {
  authorId: string;
  authorName?: string;
  /** The page is on the machine of the hub. */
  local: boolean;
}

/**
 * The person that a page acts as. Browsers lose their storage, so a page on the machine of the hub (`local`) acts for
 * the author of every annotation that was sent; what it writes is still its own person's. A draft stays with the browser
 * that wrote it, and a page on another machine acts for its own author only.
 */
export function pageActor(annotation: Annotation, { authorId, authorName, local }: PagePerson): Actor {
  return {
    type: 'person',
    authorId,
    ...(authorName !== undefined && { authorName }),
    ...(local && annotation.status !== 'draft' && { forAuthor: true }),
  };
}

function noteIn({ message, ...rest }: PageActionPayloads['reopen']): MoveMessage | undefined {
  return message === undefined ? undefined : noteOf({ ...rest, message });
}

function noteOf({ replyId, message, mentions }: PageActionPayloads['reply']): MoveMessage {
  return { id: replyId, message, ...(mentions !== undefined && mentions.length > 0 && { mentions }) };
}
