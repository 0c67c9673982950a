/** The kinds of changes to a pull request, and by which keys posted texts are remembered. */
import type { LineComment } from '../api/pull-request.ts';
import type { MarkedState } from '../text/marker.ts';

export type Write = ReviewWrite | ListWrite | ReplyWrite | EditWrite | StateWrite;

/** New comments on lines, sent together. */
export interface ReviewWrite {
  type: 'review';
  comments: (LineComment & { key: string })[];
}

/** A comment with a list: a new one, or one that is there. */
export interface ListWrite {
  type: 'list';
  /** `null` for a new one. */
  comment: string | null;
  body: string;
  /** Of the entries that are new in it. */
  keys: string[];
}

export interface ReplyWrite {
  type: 'reply';
  /** The first comment of the thread. */
  to: string;
  key: string;
  body: string;
}

/** The text or the marker of a comment that is there. */
interface EditWrite {
  type: 'edit';
  comment: string;
  body: string;
  isTextChanged: boolean;
}

/** Resolves a thread, or opens it again. */
export interface StateWrite {
  type: 'state';
  thread: string;
  comment: string;
  isResolved: boolean;
  /** GitHub shows the thread as closed now. */
  wasResolved: boolean;
  /** Says so in the thread, where the token may not change it. */
  said: { key: string; body: string };
  /** The first comment with its new marker, by what the thread is afterwards; `null` when this token may not edit it. */
  body: ((state: MarkedState) => string) | null;
}

export function annotationKey(id: string): string {
  return `annotation:${id}`;
}

export function replyKey(id: string): string {
  return `reply:${id}`;
}
