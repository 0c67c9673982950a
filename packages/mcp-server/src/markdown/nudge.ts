/** What the view tells its host. A host may pass nothing on: the fetch that is named here has it all. */
import type { MarkdownComment, Nudge } from '@annotate-mcp/markdown/view-protocol';

import type { FileReview } from './file-review.ts';
import type { View } from './views/view.ts';

/** A host may cut or drop what is longer. */
const longestContext = 20_000;
const longestQuote = 500;

/** For comments that wait to be acted on. */
export async function nudgeFor(
  view: View,
  file: FileReview,
  comments: readonly MarkdownComment[],
): Promise<Nudge> {
  // With the parsers that stand beside it; they are loaded by now, and would delay every start.
  const { commentsAsMarkdown } = await import('@annotate-mcp/markdown');
  const { path } = file.document.fileMeta;
  const count = comments.length === 1 ? 'a comment' : `${comments.length} comments`;
  const fetch = call(view, '{"type":"get_comments"}');
  return {
    message: `I have ${count} on ${path} for you. Get ${comments.length === 1 ? 'it' : 'them'} with ${fetch}, do what is asked there, and resolve or answer each.`,
    context: `${cut(commentsAsMarkdown(comments, { mode: file.mode, path }), longestContext)}\n\nThe same, as it is now: ${fetch}.`,
  };
}

/** For one that is to be answered at once: it has the question itself, and leaves the others alone. */
export function questionFor(view: View, comment: MarkdownComment): Nudge {
  const { id, path, anchor, annotationText } = comment;
  const quoted = cut(anchor.quote, longestQuote).replaceAll(/^/gm, '> ');
  const answer = call(view, `{"type":"reply","commentId":"${id}","message":"…"}`);
  const message = `About ${path}, line ${anchor.line_start}:\n\n${quoted}\n\n${annotationText}\n\nAnswer it with ${answer}; change nothing else.`;
  return { message, context: message };
}

function call(view: View, command: string): string {
  return `interact, viewUUID "${view.id}", commands [${command}]`;
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (cut)`;
}
