/** Every move an annotation can make. Who may make it, and from where, is the table; the rest follows from it. */
import type { Annotation, Content, NewAnnotation, PagePlace, Reply, State, Status } from './annotation.ts';
import { AnnotateError } from './errors.ts';

export type Actor =
  | { type: 'person'; authorId: string }
  | { type: 'agent'; agentId: string; agentName: string }
  /** Whoever notices that a holder is gone. */
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
  relink: {
    by: ['author'],
    from: ['draft', 'pending', 'acknowledged', 'resolved', 'dismissed'],
    to: 'unchanged',
  },
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

export function submit(annotation: Annotation, by: Actor, at: Date): Annotation {
  check('submit', annotation, by);
  return moved(annotation, { status: 'pending' }, at);
}

export function acknowledge(annotation: Annotation, by: Actor, at: Date, note?: Note): Annotation {
  check('acknowledge', annotation, by);
  if (by.type !== 'agent') throw notAllowed('acknowledge', annotation, by);
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
  if (!rolesOf(by, annotation).some((role) => rule.by.includes(role))) throw notAllowed(move, annotation, by);
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

function notText({ id, kind }: Annotation): AnnotateError {
  return new AnnotateError('annotation/invalid', `Annotation ${id} is of kind ${kind} and quotes no text.`, {
    hint: 'Only text annotations have a target text; say in a reply what you changed.',
  });
}

function notOnPage({ id, path }: Annotation & { kind: 'markdown' }): AnnotateError {
  return new AnnotateError('annotation/invalid', `Annotation ${id} stands in ${path}, not on a page.`, {
    hint: 'Its place is found again by its quote; comment anew on the other text.',
  });
}

function requireText(text: string): void {
  if (text.trim() !== '') return;
  throw new AnnotateError('annotation/invalid', 'The text is blank.', {
    hint: 'Say in a few words what should change.',
  });
}

function wrongStatus(move: MoveName, annotation: Annotation, rule: Rule, by: Actor): AnnotateError {
  if (move === 'acknowledge' && annotation.status === 'acknowledged') return held(annotation, by);
  return new AnnotateError(
    'lifecycle/wrong-status',
    `Annotation ${annotation.id} is ${describeStatus(annotation)}, so "${move}" does not apply to it.`,
    { hint: `"${move}" works while it is ${rule.from.join(' or ')}.` },
  );
}

function describeStatus(annotation: Annotation): string {
  const withdrawn = annotation.status === 'dismissed' && annotation.withdrawnAt !== undefined;
  return withdrawn ? 'dismissed (withdrawn by its author)' : annotation.status;
}

function held(annotation: Annotation & { status: 'acknowledged' }, by: Actor): AnnotateError {
  const { agentId, agentName, at } = annotation.claim;
  if (by.type === 'agent' && by.agentId === agentId) {
    return new AnnotateError('lifecycle/held', `You already hold annotation ${annotation.id}, since ${at}.`, {
      hint: 'Go on with it; resolve, dismiss or release it when you are done.',
    });
  }
  return new AnnotateError(
    'lifecycle/held',
    `Annotation ${annotation.id} is held by ${agentName} since ${at}.`,
    { hint: 'Leave it to that agent and take another one; a claim is freed when its agent ends.' },
  );
}

function notAllowed(move: MoveName, annotation: Annotation, by: Actor): AnnotateError {
  if (annotation.status === 'acknowledged' && by.type === 'agent') return held(annotation, by);
  const who = { person: 'another person', agent: 'an agent', system: 'the system' }[by.type];
  return new AnnotateError(
    'lifecycle/not-allowed',
    `"${move}" on annotation ${annotation.id} is not for ${who}.`,
    { hint: `It is for: ${lifecycle[move].by.join(', ')}.` },
  );
}
