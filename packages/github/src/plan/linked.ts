/** Finds what this program has posted in a pull request, by the markers there. */
import { type Comment, type Conversation, mayMark, type Thread } from '../api/conversation.ts';
import { type MarkedText, readMarker, readMarkers, type ThreadMarker } from '../text/marker.ts';

/** A conversation on lines that is an annotation. */
export interface LinkedThread extends MarkedText<ThreadMarker> {
  thread: Thread;
  /** The comment that has the marker: the first of the thread. */
  comment: Comment;
}

/** A comment that lists annotations. */
export interface LinkedList {
  comment: Comment;
  /** As it is there, in order. The words above the list belong to the first entry's text and are kept apart. */
  head: string;
  entries: MarkedText<ThreadMarker>[];
  rest: string;
}

export interface Linked {
  /** By the id of the annotation; the oldest when there are several. */
  threads: ReadonlyMap<string, LinkedThread>;
  lists: readonly LinkedList[];
  /** By the id of the annotation. */
  entries: ReadonlyMap<string, { list: LinkedList; entry: MarkedText<ThreadMarker> }>;
  /** Ids of our replies that are there. */
  replies: ReadonlySet<string>;
}

export function findLinked({ threads, comments }: Conversation): Linked {
  const linked = new Map<string, LinkedThread>();
  const replies = new Set<string>();
  for (const thread of threads) {
    const [comment, ...answers] = thread.comments;
    if (comment === undefined) continue;
    const marked = mayMark(comment) ? readMarker(comment.body) : null;
    if (marked !== null && isThread(marked) && !linked.has(marked.marker.id))
      linked.set(marked.marker.id, { ...marked, thread, comment });
    for (const answer of answers) {
      const id = replyIn(answer);
      if (id !== null) replies.add(id);
    }
  }
  const lists = comments.flatMap((comment) => toList(comment) ?? []);
  const entries = new Map(
    lists
      .flatMap((list) => list.entries.map((entry) => [entry.marker.id, { list, entry }] as const))
      // The oldest counts.
      .toReversed(),
  );
  return { threads: linked, lists, entries, replies };
}

/** The id of our reply that the comment is; `null` when a person wrote it there. */
export function replyIn(comment: Comment): string | null {
  const marked = mayMark(comment) ? readMarker(comment.body) : null;
  return marked?.marker.type === 'reply' ? marked.marker.id : null;
}

function toList(comment: Comment): LinkedList | null {
  if (!mayMark(comment)) return null;
  const { marked, rest } = readMarkers(comment.body);
  const entries = marked.filter(isEntry);
  const [first, ...more] = entries;
  if (first === undefined || entries.length < marked.length) return null;
  const start = first.text.search(/^- \[[ x]\] /im);
  const [head, text] =
    start <= 0 ? ['', first.text] : [first.text.slice(0, start).trim(), first.text.slice(start)];
  return { comment, head, entries: [{ ...first, text }, ...more], rest };
}

function isThread(marked: MarkedText): marked is MarkedText<ThreadMarker> {
  return marked.marker.type === 'annotation';
}

function isEntry(marked: MarkedText): marked is MarkedText<ThreadMarker> {
  return marked.marker.type === 'entry';
}
