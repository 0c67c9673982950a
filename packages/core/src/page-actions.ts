/**
 * What a person can do to one annotation of a page. The hub applies these functions to what pages send (socket and
 * HTTP), and the overlay applies them to predict the result, so that the two cannot disagree. What a person can do to
 * a comment on a Markdown document besides is person-actions.ts; kept apart because the overlay does not load it.
 */
import type { Addressee } from './addressee.ts';
import { type Annotation, type Intent, isStoppedOrUndone, type PageTarget } from './annotation.ts';
import { awaitsApply } from './apply-holder.ts';
import { canBeHandedOver, handOver } from './hand-over.ts';
import { type Actor, lifecycle, type MoveName } from './lifecycle.ts';
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
import { outcomeOf } from './proof/outcome.ts';
import { isOpen, type Status } from './status.ts';
import { lastAgentOf } from './tried.ts';
import { hasEndedSilently } from './turn.ts';

/** By action: what it needs besides the annotation. */
export interface PageActionPayloads {
  accept: object;
  /** Only for the person at the machine of the store, who may trust everything that comes with the repository at once. */
  adopt: { trustRepository?: true };
  /** `null` takes the assignment away. */
  assign: { assignee: Addressee | null };
  delete: object;
  edit: { annotationText: string; mentions?: Addressee[] };
  /** The name of another agent; `null`: any but those that it was taken from. */
  handOver: { to: string | null };
  relink: { place: PageTarget };
  release: object;
  reopen: { replyId: string; message?: string; mentions?: Addressee[] };
  reply: { replyId: string; message: string; mentions?: Addressee[] };
  resend: object;
  stop: object;
  /** `intent` is for comments on a Markdown document. */
  submit: { intent?: Intent };
}

interface ActionRow<Payload, Result> {
  readonly apply: (annotation: Annotation, by: Actor, at: Date, payload: Payload) => Result;
  /** How every surface offers it; `null` where a surface does it without a button of its own. */
  readonly offer: ActionOffer | null;
}

/** `canDo` decides whether this person may do it; what a surface adds, such as a colour, is in its own list. */
export type ActionOffer = OfferedAction &
  (
    | {
        readonly label: string;
        /** Where it is read without its surroundings, as in the menu of an editor; otherwise the label. */
        readonly menu?: string;
      }
    | { readonly label: (annotation: Annotation) => string; readonly menu: string }
  );

interface OfferedAction {
  /** What it does, where the label alone does not say it. */
  readonly title?: (annotation: Annotation) => string;
  /** Done only when the person says so twice. */
  readonly confirm?: true;
  /** Whether it is of use while the annotation is as it is now. */
  readonly isOffered: (annotation: Annotation) => boolean;
}

export type ActionTable<Payloads> = {
  readonly [Name in keyof Payloads]: ActionRow<Payloads[Name], ActionResult<Name>>;
};

/** `null` removes the annotation. */
export type ActionResult<Name> = Name extends 'delete' ? Annotation | null : Annotation;

export type ActionOf<Payloads, Name extends keyof Payloads = keyof Payloads> = {
  [Each in Name]: { type: Each } & Payloads[Each];
}[Name];

export type PageActionName = keyof PageActionPayloads;
export type PageAction = ActionOf<PageActionPayloads>;

/** What each action does, and how it is offered. The lifecycle decides who may do it, and from which status. */
export const pageActions: ActionTable<PageActionPayloads> = {
  accept: {
    apply: accept,
    offer: {
      label: 'Accept',
      // There is nothing to keep of what has broken the page.
      isOffered: (annotation) => isAcceptable(annotation) && outcomeOf(annotation) !== 'broken',
    },
  },
  adopt: {
    apply: adopt,
    offer: {
      label: 'Trust',
      menu: 'Trust, so that agents get it',
      isOffered: ({ origin }) => origin === 'repository',
    },
  },
  // A list of people and agents.
  assign: {
    apply: (annotation, by, at, { assignee }) => assign(annotation, by, at, assignee),
    offer: null,
  },
  delete: {
    apply: deleteOrWithdraw,
    offer: {
      label: (annotation) => (isWithdrawnByDelete(annotation) ? 'Take back' : 'Delete'),
      menu: 'Take back',
      confirm: true,
      isOffered: () => true,
    },
  },
  edit: {
    apply: (annotation, by, at, { annotationText, mentions }) =>
      editText(annotation, by, at, annotationText, mentions),
    offer: { label: 'Edit', isOffered: startsFrom('edit') },
  },
  handOver: {
    apply: (annotation, by, at, { to }) => handOver(annotation, by, at, to),
    offer: {
      label: 'Hand over',
      title: (annotation) => `Gives it to another agent, with what ${lastAgentOf(annotation) ?? 'was'} tried`,
      isOffered: canBeHandedOver,
    },
  },
  relink: {
    apply: (annotation, by, at, { place }) => relink(annotation, by, at, place),
    offer: { label: 'Re-link', isOffered: startsFrom('relink') },
  },
  release: {
    apply: (annotation, by, at) => release(annotation, by, at),
    offer: {
      label: 'Send again',
      title: (annotation) => `Takes it from ${holderOf(annotation)}, so that another agent can take it`,
      isOffered: (annotation) => startsFrom('release')(annotation) && !awaitsApply(annotation),
    },
  },
  reopen: {
    apply: (annotation, by, at, payload) => reopen(annotation, by, at, noteIn(payload)),
    offer: { label: 'Re-open', menu: 'Reopen', isOffered: startsFrom('reopen') },
  },
  reply: {
    apply: (annotation, by, at, { message, ...rest }) =>
      reply(annotation, by, at, noteOf({ ...rest, message })),
    offer: { label: 'Reply', menu: 'Reply…', isOffered: startsFrom('reply') },
  },
  resend: {
    apply: resend,
    offer: {
      label: 'Send again',
      isOffered: (annotation) => isStoppedOrUndone(annotation) || hasEndedSilently(annotation),
    },
  },
  stop: {
    apply: stop,
    offer: {
      label: 'Stop',
      title: (annotation) => `${holderOf(annotation)} stops; what it has changed so far stays`,
      isOffered: (annotation) => startsFrom('stop')(annotation) && !awaitsApply(annotation),
    },
  },
  submit: {
    apply: (annotation, by, at, { intent }) => submit(annotation, by, at, intent),
    offer: { label: 'Submit', isOffered: startsFrom('submit') },
  },
};

/** An agent says that it is done, and the author has not accepted that yet. */
export function isAcceptable(annotation: Annotation): boolean {
  return annotation.status === 'resolved' && annotation.acceptedAt === undefined;
}

/** What no agent can have is deleted. An agent may have any other annotation, so it is withdrawn. */
function isWithdrawnByDelete(annotation: Annotation): boolean {
  return isOpen(annotation) && annotation.origin !== 'repository';
}

function holderOf(annotation: Annotation): string {
  return annotation.status === 'acknowledged' ? annotation.claim.agentName : 'the agent';
}

/** In the statuses that a move starts from. */
export function startsFrom(move: MoveName): (annotation: Annotation) => boolean {
  const from: readonly Status[] = lifecycle[move].from;
  return ({ status }) => from.includes(status);
}

export function applyPageAction<Name extends PageActionName>(
  annotation: Annotation,
  action: ActionOf<PageActionPayloads, Name>,
  by: Actor,
  at: Date,
): ActionResult<Name> {
  return pageActions[action.type].apply(annotation, by, at, action);
}

/** Actions that say nothing besides which one they are. */
export type PlainActionName = {
  [Name in PageActionName]: keyof PageActionPayloads[Name] extends never ? Name : never;
}[PageActionName];

const plainActions: Readonly<Record<PlainActionName, true>> = {
  accept: true,
  delete: true,
  release: true,
  resend: true,
  stop: true,
};

// `keyof` of this record is what its type says.
export const plainActionNames = Object.keys(plainActions) as PlainActionName[];

/** What a surface asks for. Who sends it gives each reply its id. */
export type AskedAction = {
  [Name in Exclude<PageActionName, 'submit'>]: { type: Name } & Omit<PageActionPayloads[Name], 'replyId'>;
}[Exclude<PageActionName, 'submit'>];

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
