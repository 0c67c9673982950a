import { verdictAsMarkdown } from '../document/verdict-as-markdown.ts';
import type { GivenVerdict, Verdict } from '../verdict.ts';
import type { MarkdownComment, Nudge } from '../view-messages.ts';

import { describeCall, nudgeFor } from './nudge.ts';
import type { ViewToolContext } from './view-tool.ts';

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
