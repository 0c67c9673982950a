/** What people did in the pull request, as moves of annotations here. */
import {
  accept,
  type Actor,
  type Annotation,
  editText,
  type MoveMessage,
  receive,
  reopen,
  resolve,
  type Via,
} from '@annotate-mcp/core';

import type { Comment, Conversation } from '../api/conversation.ts';
import { describeOnLine, shortId } from '../text/describe-annotation.ts';
import { hashText } from '../text/marker.ts';
import { quotedIn } from '../text/neutral-text.ts';

import { type Linked, type LinkedThread, replyIn } from './linked.ts';
import { changedSide, stateOf, stateOfEntry, stateOfThread } from './state.ts';

/** One thing that was done there. */
export interface Incoming {
  /** The annotation's id. */
  id: string;
  what: 'reply' | 'edit' | 'resolved' | 'accepted' | 'reopened';
  /** The account that did it, where GitHub says it. */
  by: string | null;
  /** The words that agents get only after the person has adopted them; `null` when it is not about such words. */
  outside: string | null;
  /** Returns its argument when there is nothing left to do. */
  move: (annotation: Annotation, at: Date) => Annotation;
}

export interface IncomingOptions {
  conversation: Conversation;
  linked: Linked;
  annotations: ReadonlyMap<string, Annotation>;
  /** Accounts whose replies the person lets through to agents; lower case. */
  trusted: ReadonlySet<string>;
}

export function findIncoming(options: IncomingOptions): Incoming[] {
  const { linked, annotations } = options;
  const onLines = [...linked.threads].flatMap(([id, thread]) => {
    const annotation = annotations.get(id);
    return annotation === undefined ? [] : fromThread(annotation, thread, options);
  });
  return [...onLines, ...fromLists(options), ...answersToEntries(options)];
}

function fromThread(annotation: Annotation, linked: LinkedThread, options: IncomingOptions): Incoming[] {
  const replies = linked.thread.comments
    .slice(1)
    .filter((comment) => isWritten(comment) && replyIn(comment) === null)
    .map((comment) => receivedFrom(annotation, comment, comment.body, options));
  return [
    ...editOf(annotation, linked, options),
    ...replies,
    ...stateChange(annotation, linked, options),
  ].filter((incoming) => isNews(incoming, annotation));
}

/** Moves are pure, so trying one tells whether it changes anything. */
function isNews({ move }: Incoming, annotation: Annotation): boolean {
  return move(annotation, new Date(annotation.updatedAt)) !== annotation;
}

function isWritten({ isUnsent, body }: Comment): boolean {
  return !isUnsent && body.trim() !== '';
}

function receivedFrom(
  annotation: Annotation,
  comment: Comment,
  message: string,
  options: IncomingOptions,
): Incoming {
  const { id: number, url, author, createdAt } = comment;
  const isOwn = isOwnWord(comment, options);
  const reply = {
    id: `github-${number}`,
    createdAt: new Date(createdAt).toISOString(),
    author: 'user',
    authorId: authorIdOf(author ?? 'ghost'),
    authorName: author ?? 'ghost',
    message,
    via: { service: 'github', id: number, url },
  } as const;
  return {
    id: annotation.id,
    what: 'reply',
    by: author,
    outside: isOwn ? null : message,
    move: (current, at) =>
      current.status === 'draft' ? current : receive(current, { type: 'system' }, at, { reply, isOwn }),
  };
}

/**
 * The person's own words, or those of people they named: written by such an account, and edited by no other one, because
 * every account that can write to the repository can edit the comments of others.
 */
function isOwnWord(comment: Comment, { conversation: { viewer }, trusted }: IncomingOptions): boolean {
  const isTrusted = (login: string | null) =>
    login !== null && (trusted.has(login.toLowerCase()) || (!viewer.isBot && isSame(login, viewer.login)));
  const byPerson = (comment.isViewers && !viewer.isBot) || isTrusted(comment.author);
  return byPerson && (comment.editor === null || isTrusted(comment.editor));
}

/** The person has changed the text of their annotation in the pull request. */
function editOf(
  annotation: Annotation,
  { text, marker, comment }: LinkedThread,
  options: IncomingOptions,
): Incoming[] {
  const isEdited = hashText(text) !== marker.text;
  const isChangedHere = hashText(describeOnLine(annotation)) !== marker.text;
  if (!isEdited || isChangedHere || annotation.status !== 'pending' || !isOwnWord(comment, options))
    return [];
  const words = quotedIn(text) ?? '';
  // Only the words may differ: of anything else it is not known what it means.
  if (words === '' || hashText(describeOnLine({ ...annotation, annotationText: words })) !== hashText(text))
    return [];
  return [
    {
      id: annotation.id,
      what: 'edit',
      by: comment.editor,
      outside: null,
      move: (current, at) =>
        current.status === 'pending' ? editText(current, authorOf(current), at, words) : current,
    },
  ];
}

function stateChange(annotation: Annotation, linked: LinkedThread, options: IncomingOptions): Incoming[] {
  const { thread, marker, comment } = linked;
  const { isResolved, resolvedBy } = thread;
  const here = stateOf(annotation);
  const there = stateOfThread(isResolved, marker.state);
  const isViewer = resolvedBy !== null && isSame(resolvedBy, options.conversation.viewer.login);
  const via: Via = { service: 'github', id: thread.id, url: comment.url };
  if (here === 'closed' && there === 'closed' && marker.state === 'open' && isResolved && isViewer)
    return acceptance(annotation, resolvedBy);
  const isNewer = annotation.updatedAt > marker.at;
  if (changedSide({ here, there, marked: marker.state, isNewer }) !== 'there') return [];
  return [changeTo(there, annotation, { by: isResolved ? resolvedBy : null, via })];
}

function acceptance(annotation: Annotation, by: string): Incoming[] {
  return [
    {
      id: annotation.id,
      what: 'accepted',
      by,
      outside: null,
      move: (current, at) =>
        current.status === 'resolved' ? accept(current, authorOf(current), at) : current,
    },
  ];
}

function fromLists(options: IncomingOptions): Incoming[] {
  return [...options.linked.entries].flatMap(([id, { list, entry }]) => {
    const annotation = options.annotations.get(id);
    if (annotation === undefined) return [];
    const { marker, text } = entry;
    const there = stateOfEntry(text);
    const isNewer = annotation.updatedAt > marker.at;
    if (changedSide({ here: stateOf(annotation), there, marked: marker.state, isNewer }) !== 'there')
      return [];
    const via: Via = { service: 'github', id: list.comment.id, url: list.comment.url };
    const change = changeTo(there, annotation, { by: list.comment.editor, via });
    return isNews(change, annotation) ? [change] : [];
  });
}

/** Comments on the pull request that begin with the id of a listed annotation. */
function answersToEntries(options: IncomingOptions): Incoming[] {
  const { linked, annotations, conversation } = options;
  return conversation.comments.flatMap((comment) => {
    const [, short = '', message = ''] = /^\s*`?([\da-z-]{8})`?[:,]?\s+(\S[^]*)$/i.exec(comment.body) ?? [];
    const named = [...linked.entries.keys()].filter((id) => short !== '' && isSame(shortId(id), short));
    const [id] = named;
    const annotation = id === undefined || named.length > 1 ? undefined : annotations.get(id);
    if (annotation === undefined || !isWritten(comment)) return [];
    const received = receivedFrom(annotation, comment, message, options);
    return isNews(received, annotation) ? [received] : [];
  });
}

/** While an agent holds the annotation, only the agent ends it: the next run looks again. */
function changeTo(
  state: 'open' | 'closed',
  annotation: Annotation,
  { by, via }: { by: string | null; via: Via },
): Incoming {
  const authorName = by ?? 'GitHub';
  const note = (message: string, at: Date): MoveMessage => ({
    id: `github-${state}-${via.id}-${at.getTime()}`,
    message,
    via,
  });
  const actor = { type: 'person', authorId: authorIdOf(authorName), authorName } as const;
  const base = { id: annotation.id, by, outside: null };
  if (state === 'open') {
    return {
      ...base,
      what: 'reopened',
      move: (current, at) =>
        stateOf(current) === 'open'
          ? current
          : reopen(current, { ...actor, forAuthor: true }, at, note('Reopened on GitHub.', at)),
    };
  }
  return {
    ...base,
    what: 'resolved',
    move: (current, at) =>
      current.status === 'pending' ? resolve(current, actor, at, note('Resolved on GitHub.', at)) : current,
  };
}

/** No id of a browser, so that no person here is taken for it. */
function authorIdOf(login: string): string {
  return `github:${login}`;
}

function authorOf({ authorId }: Annotation): Actor & { type: 'person' } {
  return { type: 'person', authorId };
}

/** Names of accounts are not case-sensitive. */
function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
