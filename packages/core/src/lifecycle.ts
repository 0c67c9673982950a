/** Every move an annotation can make. Who may make it, and from where, is the table; the rest follows from it. */
import type {
  Annotation,
  Content,
  Intent,
  MarkdownAnchor,
  MarkdownAnnotation,
  NewAnnotation,
  PagePlace,
  Reply,
  State,
  Status,
} from './annotation.ts';
import { statuses } from './annotation.ts';
import { AnnotateError } from './errors.ts';
import { notAllowed, notMarkdown, notOnPage, notText, wrongStatus } from './refusals.ts';

export type Actor =
  | { type: 'person'; authorId: string }
  | { type: 'agent'; agentId: string; agentName: string }
  /** Whoever notices that a holder is gone or a file has changed. */
  | { type: 'system' };

/** What an actor is to one annotation. `free-handed` is every person and agent while nobody holds it. */
export type Role = 'person' | 'author' | 'agent' | 'holder' | 'free-handed' | 'system';

export interface Rule {
  by: readonly Role[];
  from: readonly Status[];
  to: Status | 'unchanged' | 'removed';
}

export const lifecycle = {
  submit: { by: ['author'], from: ['draft'], to: 'pending' },
  acknowledge: { by: ['agent'], from: ['pending'], to: 'acknowledged' },
  release: { by: ['holder', 'author', 'system'], from: ['acknowledged'], to: 'pending' },
  resolve: { by: ['holder', 'free-handed'], from: ['pending', 'acknowledged'], to: 'resolved' },
  dismiss: { by: ['holder', 'free-handed'], from: ['pending', 'acknowledged'], to: 'dismissed' },
  accept: { by: ['author'], from: ['resolved'], to: 'unchanged' },
  reopen: { by: ['author'], from: ['resolved', 'dismissed'], to: 'pending' },
  withdraw: { by: ['author'], from: ['pending', 'acknowledged'], to: 'dismissed' },
  delete: { by: ['author'], from: ['draft', 'resolved', 'dismissed'], to: 'removed' },
  edit: { by: ['author'], from: ['draft', 'pending'], to: 'unchanged' },
  retarget: {
    by: ['holder', 'free-handed'],
    from: ['pending', 'acknowledged', 'resolved'],
    to: 'unchanged',
  },
  relink: { by: ['author'], from: statuses, to: 'unchanged' },
  relinkMarkdown: { by: ['author'], from: statuses, to: 'unchanged' },
  reanchor: { by: ['system'], from: statuses, to: 'unchanged' },
  approve: { by: ['author'], from: ['pending', 'acknowledged'], to: 'unchanged' },
  reply: {
    by: ['person', 'agent'],
    from: ['pending', 'acknowledged', 'resolved', 'dismissed'],
    to: 'unchanged',
  },
} as const satisfies Record<string, Rule>;

export type MoveName = keyof typeof lifecycle;

/** Something said along with a move. The id is made by whoever says it, so a resend never doubles. */
export interface Note {
  id: string;
  message: string;
  /** Of something that was just seen, to go with it. */
  screenshot?: string;
}

export function create(content: NewAnnotation, status: 'draft' | 'pending', at: Date): Annotation {
  requireText(content.annotationText);
  const time = at.toISOString();
  return { ...content, createdAt: time, updatedAt: time, replies: [], status };
}

/** `intent` is for comments on a Markdown file: whether it is an instruction or an item of a punch list. */
export function submit(annotation: Annotation, by: Actor, at: Date, intent?: Intent): Annotation {
  check('submit', annotation, by);
  const pending = moved(annotation, { status: 'pending' }, at);
  if (intent === undefined) return pending;
  if (pending.kind !== 'markdown') throw notMarkdown(pending);
  return { ...pending, intent };
}

export function acknowledge(annotation: Annotation, by: Actor, at: Date, note?: Note): Annotation {
  check('acknowledge', annotation, by);
  if (by.type !== 'agent') throw notAllowed('acknowledge', annotation, lifecycle.acknowledge, by);
  const { agentId, agentName } = by;
  const claim = { agentId, agentName, at: at.toISOString() };
  return said(moved(annotation, { status: 'acknowledged', claim }, at), by, at, note);
}

export function release(annotation: Annotation, by: Actor, at: Date, note?: Note): Annotation {
  check('release', annotation, by);
  return said(moved(annotation, { status: 'pending' }, at), by, at, note);
}

export function resolve(annotation: Annotation, by: Actor, at: Date, summary?: Note): Annotation {
  check('resolve', annotation, by);
  return said(moved(annotation, { status: 'resolved' }, at), by, at, summary);
}

export function dismiss(annotation: Annotation, by: Actor, at: Date, reason: Note): Annotation {
  check('dismiss', annotation, by);
  requireText(reason.message);
  const note = { ...reason, message: `Dismissed: ${reason.message}` };
  return said(moved(annotation, { status: 'dismissed' }, at), by, at, note);
}

/** Accepting twice keeps the first time. */
export function accept(annotation: Annotation, by: Actor, at: Date): Annotation {
  check('accept', annotation, by);
  if (annotation.status === 'resolved' && annotation.acceptedAt !== undefined) return annotation;
  return moved(annotation, { status: 'resolved', acceptedAt: at.toISOString() }, at);
}

export function reopen(annotation: Annotation, by: Actor, at: Date, note?: Note): Annotation {
  check('reopen', annotation, by);
  return said(moved(annotation, { status: 'pending' }, at), by, at, note);
}

export function withdraw(annotation: Annotation, by: Actor, at: Date): Annotation {
  check('withdraw', annotation, by);
  return moved(annotation, { status: 'dismissed', withdrawnAt: at.toISOString() }, at);
}

/** The author's "Delete": `null` when nothing remains; what an agent may be working on is withdrawn instead. */
export function deleteOrWithdraw(annotation: Annotation, by: Actor, at: Date): Annotation | null {
  const { status } = annotation;
  if (status === 'pending' || status === 'acknowledged') return withdraw(annotation, by, at);
  check('delete', annotation, by);
  return null;
}

export function editText(annotation: Annotation, by: Actor, at: Date, annotationText: string): Annotation {
  check('edit', annotation, by);
  requireText(annotationText);
  if (annotationText === annotation.annotationText) return annotation;
  return { ...annotation, annotationText, updatedAt: at.toISOString() };
}

/** Records what the quoted text became, so that its highlight can follow. */
export function retarget(annotation: Annotation, by: Actor, at: Date, replacementText: string): Annotation {
  check('retarget', annotation, by);
  if (annotation.kind !== 'text') throw notText(annotation);
  return { ...annotation, replacementText, updatedAt: at.toISOString() };
}

/** The author points at it again, because what it pointed at is gone or is now something else. */
export function relink(annotation: Annotation, by: Actor, at: Date, place: PagePlace): Annotation {
  check('relink', annotation, by);
  if (annotation.kind === 'markdown') throw notOnPage(annotation);
  const { id, sessionId, appId, authorId, createdAt, annotationText, replies } = annotation;
  const said = { id, appId, authorId, createdAt, annotationText, replies, updatedAt: at.toISOString() };
  return { ...place, ...said, ...(sessionId !== undefined && { sessionId }), ...stateOf(annotation) };
}

/** The author ties a comment to another passage, because the one it quotes is gone. */
export function relinkMarkdown(
  annotation: Annotation,
  by: Actor,
  at: Date,
  anchor: MarkdownAnchor,
): Annotation {
  check('relinkMarkdown', annotation, by);
  if (annotation.kind !== 'markdown') throw notMarkdown(annotation);
  return { ...annotation, anchor, anchorState: 'placed', updatedAt: at.toISOString() };
}

/**
 * Where the passage is after its file has changed. Nobody has said anything, so no time is noted: two processes that
 * see the same file make the same record, and the second finds nothing to change.
 */
export function reanchor(
  annotation: Annotation,
  by: Actor,
  { anchor, anchorState }: Pick<MarkdownAnnotation, 'anchor' | 'anchorState'>,
): Annotation {
  check('reanchor', annotation, by);
  if (annotation.kind !== 'markdown') throw notMarkdown(annotation);
  const same = anchorState === annotation.anchorState && isSameAnchor(anchor, annotation.anchor);
  return same ? annotation : { ...annotation, anchor, anchorState };
}

/** An item of a punch list becomes an instruction. */
export function approve(annotation: Annotation, by: Actor, at: Date): Annotation {
  check('approve', annotation, by);
  if (annotation.kind !== 'markdown') throw notMarkdown(annotation);
  if (annotation.intent === 'edit') return annotation;
  return { ...annotation, intent: 'edit', updatedAt: at.toISOString() };
}

export function reply(annotation: Annotation, by: Actor, at: Date, note: Note): Annotation {
  check('reply', annotation, by);
  return said(annotation, by, at, note);
}

/**
 * What the person said and the holder has not read; `read` holds the ids of replies it has, from those that came with
 * its claim on. Times are not compared: two processes may disagree about them.
 */
export function unreadReplies(annotation: Annotation, read: ReadonlySet<string>): Reply[] {
  if (annotation.status !== 'acknowledged') return [];
  return annotation.replies.filter(({ id, author }) => author === 'user' && !read.has(id));
}

function check(move: MoveName, annotation: Annotation, by: Actor): void {
  const rule: Rule = lifecycle[move];
  if (!rule.from.includes(annotation.status)) throw wrongStatus(move, annotation, rule, by);
  if (!rolesOf(by, annotation).some((role) => rule.by.includes(role)))
    throw notAllowed(move, annotation, rule, by);
}

function rolesOf(actor: Actor, annotation: Annotation): Role[] {
  const held = annotation.status === 'acknowledged';
  const free: Role[] = held ? [] : ['free-handed'];
  switch (actor.type) {
    case 'system':
      return ['system'];
    case 'person':
      return actor.authorId === annotation.authorId ? ['person', 'author', ...free] : ['person', ...free];
    case 'agent':
      return held && annotation.claim.agentId === actor.agentId ? ['agent', 'holder'] : ['agent', ...free];
  }
}

function moved(annotation: Annotation, state: State, at: Date): Annotation {
  return { ...contentOf(annotation), ...state, updatedAt: at.toISOString() };
}

interface StateFields {
  status: Status;
  claim?: unknown;
  acceptedAt?: unknown;
  withdrawnAt?: unknown;
}

function contentOf(annotation: Annotation): Content {
  const { status, claim, acceptedAt, withdrawnAt, ...content }: Content & StateFields = annotation;
  return content;
}

function stateOf(annotation: Annotation): State {
  switch (annotation.status) {
    case 'draft':
    case 'pending':
      return { status: annotation.status };
    case 'acknowledged':
      return { status: annotation.status, claim: annotation.claim };
    case 'resolved': {
      const { status, acceptedAt } = annotation;
      return acceptedAt === undefined ? { status } : { status, acceptedAt };
    }
    case 'dismissed': {
      const { status, withdrawnAt } = annotation;
      return withdrawnAt === undefined ? { status } : { status, withdrawnAt };
    }
  }
}

function said(annotation: Annotation, by: Actor, at: Date, note: Note | undefined): Annotation {
  // The system acts for nobody who could have said something.
  if (note === undefined || by.type === 'system' || annotation.replies.some(({ id }) => id === note.id))
    return annotation;
  requireText(note.message);
  const createdAt = at.toISOString();
  const thread: Reply =
    by.type === 'agent'
      ? { ...note, createdAt, author: 'agent', agentName: by.agentName }
      : { ...note, createdAt, author: 'user' };
  return { ...annotation, replies: [...annotation.replies, thread], updatedAt: createdAt };
}

const anchorFields = [
  'line_start',
  'line_end',
  'char_start',
  'char_end',
  'block_id',
  'quote',
  'context_before',
  'context_after',
] as const satisfies (keyof MarkdownAnchor)[];

function isSameAnchor(left: MarkdownAnchor, right: MarkdownAnchor): boolean {
  return anchorFields.every((field) => left[field] === right[field]);
}

function requireText(text: string): void {
  if (text.trim() !== '') return;
  throw new AnnotateError('annotation/invalid', 'The text is blank.', {
    hint: 'Say in a few words what should change.',
  });
}
