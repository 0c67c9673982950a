/** The content of a comment that sidecar and file share when it is exported. Its placement and its store are not part of it. */
import type { MarkdownComment } from '../view-messages.ts';

export interface SharedContent {
  text: string;
  /** Status and its times as JSON, without the claim. */
  state: string;
  intent: string;
  quote: string;
  /** Ids. */
  replies: string[];
}

export function sharedContentOf(comment: MarkdownComment): SharedContent {
  return {
    text: comment.annotationText,
    state: JSON.stringify(stateOf(comment)),
    intent: comment.intent ?? '',
    quote: comment.anchor.quote,
    replies: comment.replies.map(({ id }) => id),
  };
}

export function isSameContent(a: SharedContent, b: SharedContent): boolean {
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
    case 'draft':
    case 'pending':
      return [comment.status];
  }
}
