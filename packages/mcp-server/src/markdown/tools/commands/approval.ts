import { AnnotateError } from '@annotate-mcp/core';
import type { MarkdownComment } from '@annotate-mcp/markdown';

/** Throws for an item of the punch list that its author has not approved. `what` cannot happen to it yet. */
export function requireApproval({ id, intent, status }: MarkdownComment, what: 'resolved' | 'applied'): void {
  if (intent !== 'review' || status === 'resolved') return;
  throw new AnnotateError(
    'lifecycle/not-allowed',
    `Comment ${id} has intent "review" and the person has not approved it, so it cannot be ${what} yet.`,
    {
      hint: 'Say with reply or suggest what you would change. Once it is approved it comes with get_comments as intent "edit".',
    },
  );
}
