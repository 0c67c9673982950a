/** Suggestions: exact new words for the passage of a Markdown document that an annotation is about. */
import type { Annotation, MarkdownAnnotation, NewAnnotation, Reply } from './annotation.ts';
import { checkMove } from './check-move.ts';
import type { Actor } from './lifecycle.ts';
import { notMarkdownError } from './move-errors.ts';
import { create } from './moves.ts';

export interface Suggestion {
  /**
   * What is to stand in place of the quoted passage. Empty where the passage is to be deleted; an insertion repeats the
   * words that it stands beside, because an anchor always covers some words.
   */
  replacement: string;
}

/** In characters; as long as a quote may be. */
export const longestReplacement = 50_000;

/** The author changes what a draft suggests; `null` makes it a comment without a suggestion. */
export function suggest(
  annotation: Annotation,
  by: Actor,
  at: Date,
  suggestion: Suggestion | null,
): Annotation {
  checkMove('edit', annotation, by);
  if (annotation.kind !== 'markdown') throw notMarkdownError(annotation);
  if (annotation.suggestion?.replacement === suggestion?.replacement) return annotation;
  const { suggestion: _before, ...rest } = annotation;
  return { ...rest, ...(suggestion !== null && { suggestion }), updatedAt: at.toISOString() };
}

/** What an agent suggests by itself waits for the person, as an answer does. */
export function createAgentSuggestion(
  content: NewAnnotation & { kind: 'markdown'; suggestion: Suggestion; agentName: string },
  at: Date,
): Annotation {
  const created = create({ ...content, intent: 'review' }, 'pending', at);
  return { ...created, status: 'pending', answeredAt: at.toISOString() };
}

/** The one that is applied: the newest of the thread. */
export function newestSuggestion({
  suggestion,
  replies,
}: Pick<MarkdownAnnotation, 'suggestion' | 'replies'>): Suggestion | null {
  return repliedSuggestion(replies)?.suggestion ?? suggestion ?? null;
}

/** The newest reply that suggests something. */
export function repliedSuggestion(
  replies: readonly Reply[],
): (Reply & { suggestion: Suggestion }) | undefined {
  return replies.findLast((reply): reply is Reply & { suggestion: Suggestion } => 'suggestion' in reply);
}

/** The text of an annotation or a reply whose author wrote nothing besides the suggestion. */
export function describeSuggestion({ replacement }: Suggestion): string {
  if (replacement === '') return 'Delete this.';
  const words = replacement.length > 300 ? `${replacement.slice(0, 300)}…` : replacement;
  return `Replace this with: ${words}`;
}
