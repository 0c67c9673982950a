/** What a comment on a Markdown document asks of an agent. */
import { type Annotation, type Intent, type MarkdownAnnotation, waitsForPerson } from './annotation.ts';

/** A question of "Answer now" has no intent of its own, pinned or not; a comment that the file carries is an edit. */
export function intentOf({ intent, store }: MarkdownAnnotation): Intent | 'answer' {
  return intent ?? (store === 'inline' ? 'edit' : 'answer');
}

/** What an agent suggested by itself, or the person has undone. Agents have nothing to do until the person says more. */
export function isLeftToPerson(comment: Annotation & { kind: 'markdown' }): boolean {
  const isUndone = comment.status === 'pending' && comment.undoneAt !== undefined;
  return waitsForPerson(comment) && (isUndone || comment.agentName !== undefined);
}

/** One or two sentences for the agent. */
export function todoOf(comment: Annotation & { kind: 'markdown' }): string {
  return isLeftToPerson(comment) ? leftToPerson : todos[intentOf(comment)];
}

const todos: Readonly<Record<ReturnType<typeof intentOf>, string>> = {
  edit: 'Edit the file at path where the quote stands, then resolve.',
  review:
    'Do not edit. Say with reply what you would change; its intent becomes "edit" when the person approves.',
  answer: 'Do not edit. Answer with reply.',
};

const leftToPerson = 'Nothing: an agent suggested it, or the person has undone it. The person decides.';
