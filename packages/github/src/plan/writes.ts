/** What has to be written into the pull request so that it says what the annotations here say. */
import type { Annotation, Reply, Status } from '@annotate-mcp/core';

import { describeOnLine, describeReply } from '../text/describe-annotation.ts';
import { hashText, type MarkedState, type ThreadMarker, withMarker } from '../text/marker.ts';

import type { Linked, LinkedThread } from './linked.ts';
import { planLists } from './lists.ts';
import type { PullRequestPosition } from './pull-request-position.ts';
import { changedSide, type OpenState, stateOf, stateOfThread } from './state.ts';
import {
  annotationKey,
  replyKey,
  type ReplyWrite,
  type ReviewWrite,
  type StateWrite,
  type Write,
} from './write.ts';

export interface WritesOptions {
  linked: Linked;
  /** Those that may be published; no drafts. */
  annotations: readonly Annotation[];
  positions: ReadonlyMap<string, PullRequestPosition>;
  /** Keys of what was posted before, on this machine. What is not there any more was deleted there, and stays so. */
  posted: ReadonlySet<string>;
}

export interface PlannedWrites {
  writes: Write[];
  /** Annotations whose lines cannot be compared, because the commit of the pull request is not here. */
  unplaced: Annotation[];
  /** Texts that were edited there by others, or on both sides; both stay as they are. */
  edited: Annotation[];
}

const mostInReview = 50;

export function planWrites(options: WritesOptions): PlannedWrites {
  const { linked, annotations, positions, posted } = options;
  const isNew = ({ id }: Annotation) =>
    !linked.threads.has(id) && !linked.entries.has(id) && !posted.has(annotationKey(id));
  const fresh = annotations.filter((annotation) => isNew(annotation) && stateOf(annotation) === 'open');
  const positionOf = ({ id }: Annotation) => positions.get(id) ?? 'list';
  const known = annotations.flatMap((annotation) => {
    const found = linked.threads.get(annotation.id);
    return found === undefined ? [] : [{ annotation, found }];
  });
  const threads = known.map(({ annotation, found }) => planThread(annotation, found, options));
  const lists = planLists({
    linked,
    annotations,
    fresh: fresh.filter((annotation) => positionOf(annotation) === 'list'),
  });
  return {
    writes: [...planReviews(fresh, positions), ...lists.writes, ...threads.flatMap(({ writes }) => writes)],
    unplaced: fresh.filter((annotation) => positionOf(annotation) === 'unknown'),
    edited: [...threads.flatMap(({ edited }) => edited), ...lists.edited],
  };
}

function planReviews(
  fresh: readonly Annotation[],
  positions: ReadonlyMap<string, PullRequestPosition>,
): ReviewWrite[] {
  const comments = fresh.flatMap((annotation) => {
    const position = positions.get(annotation.id) ?? 'list';
    if (typeof position === 'string') return [];
    const { path, lines } = position;
    const body = markedText(annotation, describeOnLine(annotation), 'annotation');
    return [{ key: annotationKey(annotation.id), path, startLine: lines.start, line: lines.end, body }];
  });
  const count = Math.ceil(comments.length / mostInReview);
  return Array.from({ length: count }, (_, at) => ({
    type: 'review',
    comments: comments.slice(at * mostInReview, (at + 1) * mostInReview),
  }));
}

/** A text that is posted for the first time, or again. */
function markedText(annotation: Annotation, text: string, type: ThreadMarker['type']): string {
  const { id, updatedAt } = annotation;
  const marker: ThreadMarker = {
    type,
    id,
    state: stateOf(annotation),
    at: updatedAt,
    text: hashText(text),
  };
  return withMarker({ text, marker });
}

function planThread(
  annotation: Annotation,
  found: LinkedThread,
  { linked, posted }: WritesOptions,
): { writes: Write[]; edited: Annotation[] } {
  const { text, isInConflict, isTextChanged } = textFor(annotation, found);
  const state = planState(annotation, found, text);
  const edit: Write[] =
    state === null && found.comment.canUpdate && (isTextChanged || isMarkerOld(annotation, found))
      ? [
          {
            type: 'edit',
            comment: found.comment.id,
            isTextChanged,
            body: bodyWith(found, text, markedState(annotation, found), annotation.updatedAt),
          },
        ]
      : [];
  const replies = annotation.replies
    .filter((reply) => isMissing(reply, linked, posted))
    .map((reply): Write => toReplyWrite(reply, found.comment.id));
  return {
    writes: [...edit, ...replies, ...(state === null ? [] : [state])],
    edited: isInConflict ? [annotation] : [],
  };
}

interface PostedText {
  words: string;
  /** What the marker says of it: as it was when the words are kept as they are. */
  hash: { text: string };
}

/** The words of the first comment as they should be. */
function textFor(
  annotation: Annotation,
  { text, marker }: LinkedThread,
): { text: PostedText; isTextChanged: boolean; isInConflict: boolean } {
  const own = describeOnLine(annotation);
  const kept: PostedText = { words: text, hash: { text: marker.text } };
  const fresh: PostedText = { words: own, hash: { text: hashText(own) } };
  if (hashText(text) === hashText(own))
    return { text: fresh, isTextChanged: marker.text !== hashText(own), isInConflict: false };
  const isEditedThere = hashText(text) !== marker.text;
  if (isEditedThere) return { text: kept, isTextChanged: false, isInConflict: true };
  // An older copy of the annotation has nothing new to say.
  const isNewer = annotation.updatedAt > marker.at;
  return isNewer
    ? { text: fresh, isTextChanged: true, isInConflict: false }
    : { text: kept, isTextChanged: false, isInConflict: false };
}

function planState(annotation: Annotation, found: LinkedThread, text: PostedText): StateWrite | null {
  const { thread, marker, comment } = found;
  const here = stateOf(annotation);
  const there = stateOfThread(thread.isResolved, marker.state);
  const isNewer = annotation.updatedAt > marker.at;
  if (changedSide({ here, there, marked: marker.state, isNewer }) !== 'here') return null;
  return {
    type: 'state',
    thread: thread.id,
    comment: comment.id,
    isResolved: here === 'closed',
    wasResolved: thread.isResolved,
    said: saidState(annotation, here),
    body: comment.canUpdate ? (state) => bodyWith(found, text, state, annotation.updatedAt) : null,
  };
}

/** What is said in a thread that the token may neither close nor open. */
const stateWords: Readonly<Record<Status, string>> = {
  draft: 'Reopened.',
  pending: 'Reopened.',
  acknowledged: 'Reopened.',
  resolved: 'Resolved.',
  dismissed: 'Dismissed.',
};

function saidState(annotation: Annotation, state: OpenState): { key: string; body: string } {
  const { id } = annotation;
  const closedAt = annotation.status === 'resolved' ? annotation.resolvedAt : undefined;
  const text = state === 'open' ? 'Reopened.' : stateWords[annotation.status];
  const replyId = `state-${id}-${state}-${closedAt ?? annotation.updatedAt}`;
  return {
    key: replyKey(replyId),
    body: withMarker({ text, marker: { type: 'reply', id: replyId, text: hashText(text) } }),
  };
}

function isMarkerOld(annotation: Annotation, found: LinkedThread): boolean {
  return markedState(annotation, found) !== found.marker.state;
}

/** What the marker should say while nothing has to be done. It changes only when both sides are the same. */
function markedState(annotation: Annotation, { thread, marker }: LinkedThread): MarkedState {
  const state = stateOfThread(thread.isResolved, marker.state);
  if (state !== stateOf(annotation)) return marker.state;
  return state === 'closed' && !thread.isResolved ? 'said' : state;
}

function bodyWith({ marker }: LinkedThread, text: PostedText, state: MarkedState, at: string): string {
  return withMarker({ text: text.words, marker: { ...marker, ...text.hash, state, at } });
}

function isMissing({ id, via }: Reply, { replies }: Linked, posted: ReadonlySet<string>): boolean {
  return via === undefined && !replies.has(id) && !posted.has(replyKey(id));
}

function toReplyWrite(reply: Reply, to: string): ReplyWrite {
  const text = describeReply(reply);
  const body = withMarker({ text, marker: { type: 'reply', id: reply.id, text: hashText(text) } });
  return { type: 'reply', to, key: replyKey(reply.id), body };
}
