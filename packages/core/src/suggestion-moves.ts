/** The moves of suggestions; kept apart from moves.ts because only comments on Markdown documents have them. */
import type { Annotation, NewAnnotation } from './annotation.ts';
import { checkMove } from './check-move.ts';
import type { Actor } from './lifecycle.ts';
import { notMarkdownError } from './move-errors.ts';
import { create } from './moves.ts';
import type { Suggestion } from './suggestion.ts';

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
