/** Suggestions: exact new words for the passage of a Markdown document that an annotation is about. */

export interface Suggestion {
  /**
   * What is to stand in place of the quoted passage. Empty where the passage is to be deleted; an insertion repeats the
   * words that it stands beside, because an anchor always covers some words.
   */
  replacement: string;
}

/** In characters; as long as a quote may be. */
export const longestReplacement = 50_000;

interface MaySuggest {
  suggestion?: Suggestion;
}

/** The one that is applied: the newest of the thread. */
export function newestSuggestion({
  suggestion,
  replies,
}: MaySuggest & { replies: readonly MaySuggest[] }): Suggestion | null {
  return repliedSuggestion(replies)?.suggestion ?? suggestion ?? null;
}

/** The newest reply that suggests something. */
export function repliedSuggestion<Reply extends MaySuggest>(
  replies: readonly Reply[],
): (Reply & { suggestion: Suggestion }) | undefined {
  return replies.findLast(
    (reply): reply is Reply & { suggestion: Suggestion } => reply.suggestion !== undefined,
  );
}

/** The text of an annotation or a reply whose author wrote nothing besides the suggestion. */
export function describeSuggestion({ replacement }: Suggestion): string {
  if (replacement === '') return 'Delete this.';
  const words = replacement.length > 300 ? `${replacement.slice(0, 300)}…` : replacement;
  return `Replace this with: ${words}`;
}
