/** What an agent is to do about a comment on a Markdown document. */
import { AnnotateError, type Annotation } from '@annotate-mcp/core';
import { intentOf } from '@annotate-mcp/markdown/view-protocol';

/** Missing for annotations on pages, which say themselves what to do. */
export function todoField(annotation: Annotation): { todo?: string } {
  return annotation.kind === 'markdown' ? { todo: todos[intentOf(annotation)] } : {};
}

const todos: Record<ReturnType<typeof intentOf>, string> = {
  edit: 'Edit the file at path where the quote stands, then resolve.',
  review:
    'Do not edit. Say with reply what you would change; its intent becomes "edit" when the person approves.',
  answer: 'Do not edit. Answer with reply.',
};

/** Throws for an item of a punch list: agents leave it alone until the person approves it. */
export function requireApproved(annotation: Annotation): void {
  if (annotation.kind !== 'markdown' || annotation.intent !== 'review' || annotation.status === 'resolved')
    return;
  throw new AnnotateError(
    'lifecycle/not-allowed',
    `Comment ${annotation.id} has intent "review" and the person has not approved it, so it cannot be resolved yet.`,
    { hint: 'Say with reply what you would change. Once it is approved it comes again, as intent "edit".' },
  );
}
