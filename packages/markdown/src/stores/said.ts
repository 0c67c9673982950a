/** What of a comment is said in two places when it is exported. Where it stands and where it is kept is not part of it. */
import type { MarkdownComment } from '../document/index.ts';

export interface Said {
  text: string;
  /** Status and its times as JSON; whose hands it is in is not for sharing. */
  state: string;
  intent: string;
  quote: string;
  /** Ids. */
  replies: string[];
}

export function saidOf(comment: MarkdownComment): Said {
  return {
    text: comment.annotationText,
    state: JSON.stringify(stateOf(comment)),
    intent: comment.intent ?? '',
    quote: comment.anchor.quote,
    replies: comment.replies.map(({ id }) => id),
  };
}

export function saysTheSame(a: Said, b: Said): boolean {
  return (
    a.text === b.text &&
    a.state === b.state &&
    a.intent === b.intent &&
    a.quote === b.quote &&
    a.replies.length === b.replies.length &&
    a.replies.every((id) => b.replies.includes(id))
  );
}

function stateOf(comment: MarkdownComment): unknown {
  switch (comment.status) {
    case 'acknowledged':
      return ['pending'];
    case 'resolved':
      return [comment.status, comment.acceptedAt];
    case 'dismissed':
      return [comment.status, comment.withdrawnAt];
    default:
      return [comment.status];
  }
}
