/** What the view sends to its host. A host may pass nothing on: `get_comments`, which both texts name, has it all. */
import { commentsAsMarkdown, verdictAsMarkdown } from '../document/comments-as-markdown.ts';
import type { GivenVerdict, MarkdownComment, Nudge, Verdict } from '../view-messages.ts';

import type { ViewToolContext } from './view-tool.ts';

/** A host may cut or drop what is longer. */
const longestContext = 20_000;
const longestQuote = 500;

type NudgingView = Pick<ViewToolContext['view'], 'id'>;

/** For comments that an agent has to act on. */
export function nudgeFor(
  view: NudgingView,
  { document, mode }: ViewToolContext['reviewed'],
  comments: readonly MarkdownComment[],
): Nudge {
  const { path } = document.fileMeta;
  const [count, pronoun] =
    comments.length === 1 ? ['a comment', 'it'] : [`${comments.length} comments`, 'them'];
  const fetch = describeCall(view, '{"type":"get_comments"}');
  return {
    message: `I have ${count} on ${path} for you. Get ${pronoun} with ${fetch}, do what is asked there, and resolve or answer each.`,
    context: `${cut(commentsAsMarkdown(comments, { mode, path }), longestContext)}\n\nThe same, as it is now: ${fetch}.`,
  };
}

/** For one comment that is to be answered at once: it has the question itself, and names no other comment. */
export function questionFor(view: NudgingView, comment: MarkdownComment): Nudge {
  const { id, path, anchor, annotationText } = comment;
  const quoted = cut(anchor.quote, longestQuote).replaceAll(/^/gm, '> ');
  const answer = describeCall(view, `{"type":"reply","commentId":"${id}","message":"…"}`);
  const message = `About ${path}, line ${anchor.line_start}:\n\n${quoted}\n\n${annotationText}\n\nAnswer it with ${answer}; change nothing else.`;
  return { message, context: message };
}

/** For a verdict, and the comments that were submitted with it. */
export function nudgeForVerdict(
  { view, reviewed }: Pick<ViewToolContext, 'reviewed' | 'view'>,
  verdict: GivenVerdict,
  comments: readonly MarkdownComment[],
): Nudge {
  const { path } = reviewed.document.fileMeta;
  const said = `${decisions[verdict.verdict]} ${path}${verdict.text === undefined ? '.' : `: ${verdict.text}`}`;
  const context = verdictAsMarkdown(verdict, path);
  if (comments.length === 0) {
    const fetch = describeCall(view, '{"type":"get_comments"}');
    return { message: said, context: `${context}\nThe same, as it is now: ${fetch}.` };
  }
  const about = nudgeFor(view, reviewed, comments);
  return { message: `${said}\n\n${about.message}`, context: `${context}\n${about.context}` };
}

const decisions: Readonly<Record<Verdict, string>> = {
  approve: 'I approve',
  changes: 'I ask for changes to',
  comment: 'I have read',
};

function describeCall(view: NudgingView, command: string): string {
  return `interact, viewUUID "${view.id}", commands [${command}]`;
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (cut)`;
}
