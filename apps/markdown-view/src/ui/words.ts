/** What the view calls things. Short, and about the person's work. */
import type { CommentStore, Listening, MarkdownComment, ReviewMode } from '@annotate-mcp/markdown';

export const storeWords: Readonly<Record<CommentStore, string>> = {
  memory: 'Only here',
  sidecar: 'In the project',
  inline: 'In the file',
};

export const storeHints: Readonly<Record<CommentStore, string>> = {
  memory: 'Gone when the review ends. Pin it to keep it.',
  sidecar: 'In .claude/md-comments, beside the file and not in it.',
  inline: 'As a marker in the Markdown file, which goes along when you share or commit it.',
};

export const modeWords: Readonly<Record<ReviewMode, string>> = { edit: 'Edit', review: 'Review' };

export const modeHints: Readonly<Record<ReviewMode, string>> = {
  edit: 'Comments are instructions: the agent edits the file.',
  review: 'Comments become a list: nothing is edited before you approve it.',
};

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

export interface ListeningWords {
  readonly tone: 'on' | 'off';
  readonly text: string;
  /** Whether it helps to say something to the agent. */
  readonly ask: boolean;
}

/** `told`: the host passes on what is submitted, so nobody has to wait for it. */
export function listeningWords({ waiting, agentName }: Listening, told: boolean): ListeningWords {
  if (waiting) return { tone: 'on', text: `${agentName ?? 'An agent'} is listening`, ask: false };
  if (told) return { tone: 'on', text: 'Submit all goes to this chat', ask: false };
  return {
    tone: 'off',
    text:
      agentName === null
        ? 'Nobody is listening: ask your agent to get the comments'
        : `${agentName} is not listening just now: ask it to get the comments`,
    ask: true,
  };
}

/** What to paste into any agent that has our server. */
export function askPrompt(path: string): string {
  return `Open ${path} with annotate-mcp (open_markdown), get my review comments (interact, get_comments with wait) and act on them.`;
}

/** What opens the file again. */
export function reviewCommand(path: string): string {
  const plain = /^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
  return `npx annotate-mcp review ${plain}`;
}

/** What was written, each below the text it is about. */
export function asQuotes(texts: readonly { quote: string; text: string }[]): string {
  return texts.map(({ quote, text }) => `> ${quote.replaceAll(/\r?\n/g, '\n> ')}\n\n${text}\n`).join('\n');
}

/** What is going on with it, in words; nothing where the status says it all. */
export function nowWords(comment: MarkdownComment): string {
  const review = comment.intent === 'review';
  switch (comment.status) {
    case 'draft':
      return 'In your batch. No agent sees it before you submit.';
    case 'pending':
      if (isAnswered(comment)) return '';
      if (comment.store === 'memory') return 'Asked; the answer comes here.';
      return review ? 'On the list. Approve it to have it done.' : 'Waiting for an agent.';
    case 'acknowledged':
      return `${comment.claim.agentName} is on it.`;
    default:
      return '';
  }
}

/** The agent had the last word, and it is the person's turn. */
export function isAnswered({ status, replies }: MarkdownComment): boolean {
  return status === 'pending' && replies.at(-1)?.author === 'agent';
}

/** Where in the file. */
export function linesOf({
  anchor: { line_start: from, line_end: to },
}: Pick<MarkdownComment, 'anchor'>): string {
  return from === to ? `line ${from}` : `lines ${from}–${to}`;
}
