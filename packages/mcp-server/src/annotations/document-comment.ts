/** What an agent is to do about a comment on a Markdown document. */
import { AnnotateError, type Annotation, todoOf } from '@annotate-mcp/core';

/** Missing for annotations on pages, which say themselves what to do. */
export function todoField(annotation: Annotation): { todo?: string } {
  return annotation.kind === 'markdown' ? { todo: todoOf(annotation) } : {};
}

/** Throws for an item of a punch list: agents leave it alone until the person approves it. `what` they cannot do yet. */
export function requireApproved(annotation: Annotation, what: 'resolved' | 'applied' = 'resolved'): void {
  if (annotation.kind !== 'markdown' || annotation.intent !== 'review' || annotation.status === 'resolved')
    return;
  throw new AnnotateError(
    'lifecycle/not-allowed',
    `Comment ${annotation.id} has intent "review" and the person has not approved it, so it cannot be ${what} yet.`,
    {
      hint: 'Say with reply or suggest what you would change. Once it is approved it comes again, as intent "edit".',
    },
  );
}
