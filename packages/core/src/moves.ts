/** The moves of an annotation, as functions. Each checks the table of lifecycle.ts first. */
import { type Addressee, isSameAddressee } from './addressee.ts';
import {
  type Annotation,
  type Intent,
  type NewAnnotation,
  type PageTarget,
  type Reply,
  type SourceEdit,
  type State,
} from './annotation.ts';
import { isHandedFrom, isLeftToAgent } from './assignment.ts';
import { checkMove } from './check-move.ts';
import type { Edit } from './edit.ts';
import { type Actor, lifecycle } from './lifecycle.ts';
import {
  assignedError,
  blankTextError,
  handedOverError,
  notAllowedError,
  notMarkdownError,
  notOnPageError,
  notTextError,
} from './move-errors.ts';
import { stateWithoutWaiting, withoutWaiting, withoutProof, withState } from './move-state.ts';
import { adoptOutsideReplies } from './outside-replies.ts';
import { isOpen } from './status.ts';
import type { Suggestion } from './suggestion.ts';
import { withAttempt } from './tried.ts';
import type { Via } from './via.ts';
import type { AgentRun } from './work.ts';

/** A message that comes with a move. Its author makes the id, so that sending it again adds no second reply. */
export interface MoveMessage {
  id: string;
  message: string;
  /** Only of agents: whether they wait for an answer. */
  expectsAnswer?: boolean;
  /** File name under `.annotate/attachments/`. */
  screenshot?: string;
  /** For comments on a Markdown document. */
  suggestion?: Suggestion;
  /** The people and agents that the `@` names in the message mean. */
  mentions?: Addressee[];
  /** For a move that was made in another service. */
  via?: Via;
}

export function create(content: NewAnnotation, status: 'draft' | 'pending', at: Date): Annotation {
  requireText('comment', content.annotationText);
  const time = at.toISOString();
  return { ...content, createdAt: time, updatedAt: time, replies: [], status };
}

/** `intent` is for comments on a Markdown document: an instruction, or an item to review first. */
export function submit(annotation: Annotation, by: Actor, at: Date, intent?: Intent): Annotation {
  checkMove('submit', annotation, by);
  const pending = { ...withState(annotation, { status: 'pending' }, at), sentAt: at.toISOString() };
  if (intent === undefined) return pending;
  if (pending.kind !== 'markdown') throw notMarkdownError(pending);
  return { ...pending, intent };
}

export function acknowledge(annotation: Annotation, by: Actor, at: Date, note?: MoveMessage): Annotation {
  checkMove('acknowledge', annotation, by);
  if (by.type !== 'agent') throw notAllowedError('acknowledge', annotation, lifecycle.acknowledge, by);
  const { agentId, agentName } = by;
  const { assignee } = annotation;
  if (assignee?.type === 'agent' && !isLeftToAgent(annotation, agentName))
    throw assignedError(annotation, assignee.name);
  refuseHandedOver(annotation, by);
  const claim = { agentId, agentName, at: at.toISOString() };
  return withReply(withState(annotation, { status: 'acknowledged', claim }, at), by, at, note);
}

/** What was taken from an agent is not ended by it either, before the next one has begun. */
function refuseHandedOver(annotation: Annotation, by: Actor): void {
  if (by.type !== 'agent' || annotation.status !== 'pending') return;
  if (isHandedFrom(annotation, by.agentName)) throw handedOverError(annotation);
}

export function release(annotation: Annotation, by: Actor, at: Date, note?: MoveMessage): Annotation {
  checkMove('release', annotation, by);
  // An agent that gives it back has tried nothing; one that is gone, or that it was taken from, may have.
  const before = by.type === 'agent' ? annotation : withAttempt(annotation, at);
  return withReply(withState(before, { status: 'pending' }, at), by, at, note);
}

export function stop(annotation: Annotation, by: Actor, at: Date): Annotation {
  checkMove('stop', annotation, by);
  const tried = withAttempt(annotation, at);
  return withState(tried, { status: 'pending', stoppedAt: at.toISOString() }, at);
}

/** The turn of the agent that holds it is over; the annotation waits for the person, as after an answer. */
export function endTurn(annotation: Annotation, by: Actor, at: Date): Annotation {
  checkMove('release', annotation, by);
  return withState(annotation, { status: 'pending', answeredAt: at.toISOString() }, at);
}

/** Also changes what does not wait: a program whose agent failed at it begins again when it is sent again. */
export function resend(annotation: Annotation, by: Actor, at: Date): Annotation {
  checkMove('resend', annotation, by);
  return { ...withoutWaiting(annotation), updatedAt: at.toISOString() };
}

/** `updatedAt` stays, as in `reanchor`. */
export function recordRun(annotation: Annotation, by: Actor, run: AgentRun): Annotation {
  checkMove('recordRun', annotation, by);
  return { ...annotation, runs: [...(annotation.runs ?? []), run].slice(-mostRuns) };
}

/** An annotation that is sent again and again keeps its newest runs. */
const mostRuns = 20;

export interface ResolvedFiles {
  /** What the agent did to the files that the annotation names. */
  edits?: readonly SourceEdit[];
  /** What became of all files. */
  edited?: Edit | null;
}

export function resolve(
  annotation: Annotation,
  by: Actor,
  at: Date,
  summary?: MoveMessage,
  { edits = [], edited = null }: ResolvedFiles = {},
): Annotation {
  checkMove('resolve', annotation, by);
  refuseHandedOver(annotation, by);
  const state: State = {
    status: 'resolved',
    resolvedAt: at.toISOString(),
    ...(edits.length > 0 && { edits: [...edits] }),
    ...(edited !== null && { edited }),
  };
  return withReply(withState(annotation, state, at), by, at, summary);
}

/** `updatedAt` stays, as in `reanchor`. What the person has accepted is not checked any more. */
export function recheck(annotation: Annotation, by: Actor, isChanged: boolean): Annotation {
  checkMove('recheck', annotation, by);
  if (annotation.status !== 'resolved' || annotation.acceptedAt !== undefined) return annotation;
  const { changedSince = false, ...rest } = annotation;
  if (changedSince === isChanged) return annotation;
  return isChanged ? { ...rest, changedSince: true } : rest;
}

export function dismiss(annotation: Annotation, by: Actor, at: Date, reason: MoveMessage): Annotation {
  checkMove('dismiss', annotation, by);
  refuseHandedOver(annotation, by);
  requireText('reason', reason.message);
  const note = { ...reason, message: `Dismissed: ${reason.message}` };
  return withReply(withState(annotation, { status: 'dismissed' }, at), by, at, note);
}

/** Accepting again keeps the time of the first acceptance. */
export function accept(annotation: Annotation, by: Actor, at: Date): Annotation {
  checkMove('accept', annotation, by);
  if (annotation.status !== 'resolved' || annotation.acceptedAt !== undefined) return annotation;
  const { status, resolvedAt, edited } = annotation;
  const state: State = {
    status,
    ...(resolvedAt !== undefined && { resolvedAt }),
    ...(edited !== undefined && { edited }),
    acceptedAt: at.toISOString(),
  };
  return withState(annotation, state, at);
}

/** Must be called after the files were put back. Agents do not begin again by themselves. */
export function undo(annotation: Annotation, by: Actor, at: Date, note: MoveMessage): Annotation {
  checkMove('undo', annotation, by);
  return withReply(
    withState(
      withoutProof(withAttempt(annotation, at, { takenBack: true })),
      { status: 'pending', undoneAt: at.toISOString() },
      at,
    ),
    by,
    at,
    note,
  );
}

/** Must be called when the result of a worktree is in the person's files. */
export function applied(annotation: Annotation, by: Actor, at: Date): Annotation {
  checkMove('applied', annotation, by);
  if (annotation.status !== 'resolved' || annotation.edited?.apart !== true) return annotation;
  const { apart: _, ...edited } = annotation.edited;
  const time = at.toISOString();
  return { ...annotation, edited: { ...edited, appliedAt: time }, updatedAt: time };
}

/** Must be called when the result of a worktree was thrown away. Agents do not begin again by themselves. */
export function discard(annotation: Annotation, by: Actor, at: Date): Annotation {
  checkMove('discard', annotation, by);
  const tried = withoutProof(withAttempt(annotation, at, { takenBack: true }));
  return withState(tried, { status: 'pending', undoneAt: at.toISOString() }, at);
}

export function reopen(annotation: Annotation, by: Actor, at: Date, note?: MoveMessage): Annotation {
  checkMove('reopen', annotation, by);
  return withReply(
    withState(withoutProof(withAttempt(annotation, at)), { status: 'pending' }, at),
    by,
    at,
    note,
  );
}

export function withdraw(annotation: Annotation, by: Actor, at: Date): Annotation {
  checkMove('withdraw', annotation, by);
  return withState(annotation, { status: 'dismissed', withdrawnAt: at.toISOString() }, at);
}

/** The author's "Delete". Returns `null` when the annotation is removed; one that an agent may be working on is withdrawn. */
export function deleteOrWithdraw(annotation: Annotation, by: Actor, at: Date): Annotation | null {
  if (isOpen(annotation)) return withdraw(annotation, by, at);
  checkMove('delete', annotation, by);
  return null;
}

/** Without `mentions`, those of the text before are kept as far as the new text has them. */
export function editText(
  annotation: Annotation,
  by: Actor,
  at: Date,
  annotationText: string,
  mentions?: readonly Addressee[],
): Annotation {
  checkMove('edit', annotation, by);
  requireText('comment', annotationText);
  if (annotationText === annotation.annotationText) return annotation;
  const { mentions: before = [], ...rest } = withoutWaiting(annotation);
  const meant = [...(mentions ?? before.filter(({ name }) => annotationText.includes(`@${name}`)))];
  return {
    ...rest,
    annotationText,
    ...(meant.length > 0 && { mentions: meant }),
    updatedAt: at.toISOString(),
  };
}

/** `null` takes the assignment away. What waited for the person waits for the agent that it is assigned to. */
export function assign(annotation: Annotation, by: Actor, at: Date, to: Addressee | null): Annotation {
  checkMove('assign', annotation, by);
  const { assignee: before } = annotation;
  const isSame =
    before === undefined || to === null ? before === (to ?? undefined) : isSameAddressee(before, to);
  if (isSame) return annotation;
  const { assignee: _, ...rest } = to?.type === 'agent' ? withoutWaiting(annotation) : annotation;
  return { ...rest, ...(to !== null && { assignee: to }), updatedAt: at.toISOString() };
}

/** Records what the quoted text became, so that its highlight can follow. */
export function retarget(annotation: Annotation, by: Actor, at: Date, replacementText: string): Annotation {
  checkMove('retarget', annotation, by);
  if (annotation.kind !== 'text') throw notTextError(annotation);
  return { ...annotation, replacementText, updatedAt: at.toISOString() };
}

/** The author points at a new target, because the old one is gone or has become something else. */
export function relink(annotation: Annotation, by: Actor, at: Date, target: PageTarget): Annotation {
  checkMove('relink', annotation, by);
  if (annotation.kind === 'markdown') throw notOnPageError(annotation);
  const { id, sessionId, appId, authorId, createdAt, annotationText, replies } = annotation;
  const { authorName, sentAt, runs, pictures, mentions, assignee, outsideReplies } = annotation;
  const { handedFrom, tried } = annotation;
  const kept = { id, appId, authorId, createdAt, annotationText, replies, updatedAt: at.toISOString() };
  const optional = {
    ...(sessionId !== undefined && { sessionId }),
    ...(authorName !== undefined && { authorName }),
    ...(sentAt !== undefined && { sentAt }),
    ...(runs !== undefined && { runs }),
    ...(pictures !== undefined && { pictures }),
    ...(mentions !== undefined && { mentions }),
    ...(assignee !== undefined && { assignee }),
    ...(outsideReplies !== undefined && { outsideReplies }),
    ...(handedFrom !== undefined && { handedFrom }),
    ...(tried !== undefined && { tried }),
  };
  return { ...target, ...kept, ...optional, ...stateWithoutWaiting(annotation) };
}

/**
 * Only `adopt` of a store makes a record from the repository the person's own; this is what it looks like then. Replies
 * from elsewhere become replies of the thread.
 */
export function adopt(annotation: Annotation, by: Actor, at: Date): Annotation {
  checkMove('adopt', annotation, by);
  const { origin, ...own } = annotation;
  return adoptOutsideReplies(origin === undefined ? annotation : own, at);
}

/** What an agent answers while it is pending waits for the person from then on; what a person writes waits for an agent. */
export function reply(annotation: Annotation, by: Actor, at: Date, note: MoveMessage): Annotation {
  checkMove('reply', annotation, by);
  const replied = withReply(annotation, by, at, note);
  if (replied === annotation || replied.status !== 'pending') return replied;
  return by.type === 'agent' ? { ...replied, answeredAt: replied.updatedAt } : withoutWaiting(replied);
}

/**
 * The replies of people to an open annotation that an agent has not read. `read` has the ids of the replies that it
 * has, including those that came with its claim. Times are not compared, because the clocks of two processes may differ.
 */
export function unreadReplies(annotation: Annotation, read: ReadonlySet<string>): Reply[] {
  if (!isOpen(annotation)) return [];
  return annotation.replies.filter(({ id, author }) => author === 'user' && !read.has(id));
}

function withReply(annotation: Annotation, by: Actor, at: Date, note: MoveMessage | undefined): Annotation {
  // The system acts for no person or agent, so it has no message.
  if (note === undefined || by.type === 'system' || annotation.replies.some(({ id }) => id === note.id))
    return annotation;
  requireText('reply', note.message);
  const createdAt = at.toISOString();
  const { mentions = [], ...said } = note;
  const written = { ...said, ...(mentions.length > 0 && { mentions }), createdAt };
  const added: Reply =
    by.type === 'agent'
      ? { ...written, author: 'agent', agentName: by.agentName }
      : {
          ...written,
          author: 'user',
          authorId: by.authorId,
          ...(by.authorName !== undefined && { authorName: by.authorName }),
        };
  return { ...annotation, replies: [...annotation.replies, added], updatedAt: createdAt };
}

function requireText(what: string, text: string): void {
  if (text.trim() === '') throw blankTextError(what);
}
