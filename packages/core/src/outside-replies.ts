/** Replies that were written in another service: how they arrive, and how the person makes them part of the thread. */
import type { Annotation, OutsideReply, Reply } from './annotation.ts';
import { checkMove } from './check-move.ts';
import type { Actor } from './lifecycle.ts';
import { withoutWaiting } from './move-state.ts';

export interface ReceivedReply {
  reply: OutsideReply;
  /** The service proves that the person of this store wrote it: it goes to agents like any reply of theirs. */
  isOwn: boolean;
}

/**
 * Receiving the same reply again changes nothing. One whose text was changed there after the person had adopted it is
 * received once more, because the person has not seen the new text.
 */
export function receive(
  annotation: Annotation,
  by: Actor,
  at: Date,
  { reply, isOwn }: ReceivedReply,
): Annotation {
  checkMove('receive', annotation, by);
  const { replies, outsideReplies = [] } = annotation;
  const isThis = ({ via }: Reply) => via?.service === reply.via.service && via.id === reply.via.id;
  const isKnown = [...replies, ...outsideReplies].some(
    (known) => isThis(known) && known.message === reply.message,
  );
  const outside = outsideReplies.filter((each) => !isThis(each));
  if (!isOwn) {
    if (isKnown) return annotation;
    return { ...annotation, outsideReplies: inOrder([...outside, reply]), updatedAt: at.toISOString() };
  }
  if (isKnown && outside.length === outsideReplies.length) return annotation;
  const others = replies.filter((each) => !isThis(each));
  return arrived(withOutside({ ...annotation, replies: inOrder([...others, reply]) }, outside), at);
}

function withOutside(annotation: Annotation, outsideReplies: OutsideReply[]): Annotation {
  const { outsideReplies: _, ...rest } = annotation;
  return outsideReplies.length === 0 ? rest : { ...rest, outsideReplies };
}

/** Every one that is there. A reply that was adopted before and changed since has the new text afterwards. */
export function adoptOutsideReplies(annotation: Annotation, at: Date): Annotation {
  const { outsideReplies, ...rest } = annotation;
  if (outsideReplies === undefined) return annotation;
  const ids = new Set(outsideReplies.map(({ id }) => id));
  const others = rest.replies.filter(({ id }) => !ids.has(id));
  return arrived({ ...rest, replies: inOrder([...others, ...outsideReplies]) }, at);
}

/** The annotation as agents get it: without the replies from elsewhere that the person has not adopted. */
export function withoutOutsideReplies(annotation: Annotation): Annotation {
  if (annotation.outsideReplies === undefined) return annotation;
  const { outsideReplies: _, ...rest } = annotation;
  return rest;
}

/** As after a reply of the person: it waits for an agent. */
function arrived(annotation: Annotation, at: Date): Annotation {
  const now = annotation.status === 'pending' ? withoutWaiting(annotation) : annotation;
  return { ...now, updatedAt: at.toISOString() };
}

function inOrder<Each extends Reply>(replies: readonly Each[]): Each[] {
  return replies.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0));
}
