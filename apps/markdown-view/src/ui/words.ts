/** The words that the view uses. */
import { isWholeDocument, type Reply } from '@annotate-mcp/core';
import type { CommentStore, Listening, MarkdownComment, ReviewMode } from '@annotate-mcp/markdown';
import {
  describeProgress,
  isFromRepository,
  markOf,
  outsideAuthor,
  type ShownAuthor,
  shownName,
  whyNotTrusted,
} from '@annotate-mcp/overlay/ui';

export const storeWords: Readonly<Record<CommentStore, string>> = {
  memory: 'Only here',
  sidecar: 'In the project',
  inline: 'In the file',
};

export const storeHints: Readonly<Record<CommentStore, string>> = {
  memory: 'Deleted when the review ends. Pin it to save it in the project.',
  sidecar: 'In .claude/md-comments, beside the file and not in it.',
  inline: 'As a marker in the Markdown file, so it is shared and committed with the file.',
};

export const modeWords: Readonly<Record<ReviewMode, string>> = { edit: 'Edit', review: 'Review' };

export const modeHints: Readonly<Record<ReviewMode, string>> = {
  edit: 'Comments are instructions: the agent edits the file.',
  review: 'Comments become a list: nothing is edited before you approve it.',
};

/** The word on the button that sends the batch. */
export function submitWord({ asksVerdict }: { asksVerdict: boolean }): string {
  return asksVerdict ? 'Request changes' : 'Submit all';
}

/** What happens with the batch. */
export function submitHint({ asksVerdict, mode }: { asksVerdict: boolean; mode: ReviewMode }): string {
  return asksVerdict ? 'Comments go back to the agent, which changes its text.' : modeHints[mode];
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

interface ListeningWords {
  readonly tone: 'on' | 'off';
  readonly text: string;
  /** Whether the person should ask the agent to get the comments. */
  readonly ask: boolean;
}

/** `hostTakesMessages`: the host passes submitted comments on to the agent, so the agent need not wait for them. */
export function listeningWords(
  { waiting, agentName, canStart = false }: Listening,
  hostTakesMessages: boolean,
): ListeningWords {
  if (waiting) return { tone: 'on', text: `${agentName ?? 'An agent'} is listening`, ask: false };
  if (hostTakesMessages) return { tone: 'on', text: 'Submit all goes to this chat', ask: false };
  const missing = agentName === null ? 'No agent is listening' : `${agentName} is not listening now`;
  const one = agentName === null ? 'yours' : 'it';
  const advice = canStart ? `ask ${one}, or start one` : `ask ${one} to get the comments`;
  return { tone: 'off', text: `${missing}: ${advice}`, ask: true };
}

/** A prompt for any agent that has the annotate-mcp server. */
export function askPrompt(path: string): string {
  return `Open ${path} with annotate-mcp (open_markdown), get my review comments (interact, get_comments with wait) and act on them.`;
}

/** The command that opens the file again. */
export function reviewCommand(path: string): string {
  const plain = /^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
  return `npx annotate-mcp review ${plain}`;
}

/** Each text below a quote of the passage it is about. */
export function asQuotes(texts: readonly { quote: string; text: string }[]): string {
  return texts.map(({ quote, text }) => `> ${quote.replaceAll(/\r?\n/g, '\n> ')}\n\n${text}\n`).join('\n');
}

/**
 * Who wrote a comment, or one reply to it. "You" is only this person; what a comment from the repository says about its
 * author is its claim. The person at each machine has the same id in comments on documents, so names tell them apart.
 */
export function claimedAuthor(
  comment: MarkdownComment,
  personName: string | null,
  reply: Partial<Reply> = comment,
): ShownAuthor {
  const { author = 'user', agentName, authorName } = reply;
  if (reply.via !== undefined) return outsideAuthor(reply);
  if (author === 'agent' || (agentName !== undefined && authorName === undefined))
    return { name: shownName(agentName) ?? 'Agent', mark: null };
  const name = shownName(authorName);
  const isReader = name === null || authorName === personName;
  if (!isFromRepository(comment) && isReader) return byName('You', personName ?? 'You');
  const unnamed = comment.authorId === 'person' ? 'Unnamed author' : `Author ${comment.authorId.slice(0, 8)}`;
  return byName(name ?? unnamed);
}

function byName(name: string, calledBy = name): ShownAuthor {
  return { name, mark: markOf(calledBy, calledBy) };
}

/** One sentence about who has to do something next; empty where the status says enough. */
export function describeCommentProgress(comment: MarkdownComment): string {
  if (isFromRepository(comment)) return whyNotTrusted;
  if (comment.status === 'draft') return 'In your batch. No agent sees it until you submit.';
  if (comment.status !== 'pending') return describeProgress(comment);
  if (comment.agentName !== undefined) return 'Apply it, or decline it.';
  if (isAnswered(comment)) return '';
  if (comment.store === 'memory') return 'Asked. The answer is shown here.';
  return comment.intent === 'review' ? 'On the list. Approve it to have it done.' : describeProgress(comment);
}

/** An agent answered it and left it to the author, who has done nothing about it since. */
export function isAnswered(comment: MarkdownComment): boolean {
  return comment.status === 'pending' && comment.answeredAt !== undefined;
}

/** The lines of the file that the comment is about. */
export function linesOf({ anchor }: Pick<MarkdownComment, 'anchor'>): string {
  const { line_start: from, line_end: to } = anchor;
  if (isWholeDocument(anchor)) return 'the whole document';
  return from === to ? `line ${from}` : `lines ${from}–${to}`;
}
