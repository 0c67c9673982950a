/**
 * What the server and the view send each other besides the arguments of tools: plain data in MCP results. The view
 * trusts its server, so that these types have no schemas. Arguments of the view are typed by view-tools/.
 */
import {
  type Addressee,
  type Annotation,
  isOpen,
  type MarkdownAnchor,
  type Question,
  type Suggestion,
} from '@annotate-mcp/core';

/** `edit`: comments are instructions. `review`: comments are items of a punch list; the file stays as it is until an item is approved. */
export type ReviewMode = 'edit' | 'review';

export type MarkdownComment = Annotation & { kind: 'markdown' };
export type CommentStore = MarkdownComment['store'];

/** Submitted, and neither resolved nor dismissed. */
export function isOpenComment(comment: MarkdownComment): boolean {
  return isOpen(comment);
}

export interface FileMeta {
  /** Relative to the project's root, `/` separators. */
  path: string;
  name: string;
  /** SHA-256 of the bytes on disk, markers included: what `save_md` has to name. */
  sha: string;
  bytes: number;
  lines: number;
  /** `false` where nothing can be written: no saving, no export, no mirror. */
  writable: boolean;
}

/** The result of `open_markdown`. The view's token is in the result's `_meta` under `tokenKey`. */
export interface Opened {
  viewUUID: string;
  fileMeta: FileMeta;
  mode: ReviewMode;
  /** How many comments in the file's own markers agents may see, as of the last read. */
  importedComments: number;
}

/** The result of `follow_link`: a view of another document. */
export interface Followed {
  opened: Opened;
  token: string;
  /** After the `#` of the address, still encoded; empty without one. */
  fragment: string;
}

/** The view calls this tool again after the server was restarted. */
export const openTool = 'open_markdown';

/** Hosts hand `_meta` to the view and keep it from the model. */
export const tokenKey = 'annotate-mcp/viewToken';

/** Every view tool takes these besides its own arguments. */
export interface ViewCredentials {
  viewUUID: string;
  /** From `_meta`; the model never gets it. */
  token: string;
}

/** The result of `poll_md_commands`. */
export interface PollResult {
  /** In order; commands that were sent before and not acknowledged are sent again. */
  commands: SequencedCommand[];
  /** The whole state, after a fresh start and whenever the queue no longer reaches back to `after`. */
  snapshot?: ViewSnapshot;
  /** To be named as `after` once `snapshot` and `commands` are carried out. */
  seq: number;
}

export interface SequencedCommand {
  seq: number;
  command: ViewCommand;
}

export interface ViewSnapshot {
  fileMeta: FileMeta;
  mode: ReviewMode;
  mirror: boolean;
  comments: MarkdownComment[];
  listening: Listening;
  /** A program waits for the person to approve the document or to ask for changes. */
  asksVerdict: boolean;
  /** The hash of the text that the person reviewed last, while the file has another one. */
  reviewedSha: string | null;
  /** The last one that was given. */
  verdict: GivenVerdict | null;
  /** Why the file cannot be read at present (deleted, renamed, no permission); the text read before is still shown. */
  problem: string | null;
  /** What the person is called in comments that others get; `null` when that is not known. */
  personName: string | null;
}

export type ViewCommand =
  | { type: 'scroll_to'; target: ViewTarget }
  | { type: 'highlight'; target: ViewTarget; label?: string }
  | { type: 'mode'; mode: ReviewMode }
  | { type: 'mirror'; mirror: boolean }
  | { type: 'reviewed'; reviewedSha: string | null }
  /** Each comment as it is now; `removed` are ids. */
  | { type: 'comments'; changed: MarkdownComment[]; removed: string[] }
  /** Read the text again. The comments with their new anchors come in a command before this one. */
  | { type: 'file'; fileMeta: FileMeta }
  /** Read the picture with this address again. */
  | { type: 'picture'; address: string }
  | { type: 'problem'; problem: string | null }
  | { type: 'verdict'; verdict: GivenVerdict | null }
  | { type: 'listening'; listening: Listening };

/** One of: a comment, a block, lines (1-based, inclusive), a quote. */
export type ViewTarget =
  | { commentId: string }
  | { blockId: string }
  | { lineStart: number; lineEnd: number }
  | { quote: string };

/** Whether an agent will act on what is submitted. */
export interface Listening {
  /** An agent waits in `get_comments` at this moment. */
  waiting: boolean;
  /** The agent that waits, or the one that opened or last asked for this file; `null` when none has. */
  agentName: string | null;
  /** No agent gets what is submitted, and the person can have one started from here. */
  canStart?: boolean;
  /** Why the last start failed. */
  startProblem?: string;
  /** What started agents ask the person, and which agent to start. */
  questions?: AskedQuestion[];
}

/** Answered in a window of annotate-mcp at `url`, where neither a page nor a document can press a button. */
export interface AskedQuestion {
  id: string;
  kind: Question['kind'];
  title: string;
  agentName?: string;
  url: string;
}

/** What a person decides about a document as a whole. */
export const verdicts = ['approve', 'changes', 'comment'] as const;
export type Verdict = (typeof verdicts)[number];

/** A verdict as the view sends it. The view makes the id, so that a verdict that is sent twice counts once. */
export interface VerdictInput {
  id: string;
  verdict: Verdict;
  /** What the person says about the whole document with it. */
  text?: string;
}

export interface GivenVerdict extends VerdictInput {
  /** ISO 8601. */
  at: string;
  /** The text of the file is another one since. */
  outdated: boolean;
}

/** What each verdict means for an agent. */
export const verdictMeanings: Readonly<Record<Verdict, string>> = {
  approve: 'The person approves the document. Carry out the comments that came with it, if there are any.',
  changes:
    'The person asks for changes before they approve. Make them, then have the document reviewed again.',
  comment: 'The person neither approves nor asks for changes. Act on the comments that came with it.',
};

/** A comment as the view sends it. The view makes the id, so that a comment that is sent twice is stored once. */
export interface CommentInput {
  id: string;
  text: string;
  anchor: MarkdownAnchor;
  suggestion?: Suggestion;
  mentions?: Addressee[];
  /** Names that `add_picture` returned. A draft without them has none. */
  pictures?: string[];
}

/** Of `persist_comment`, `answer_now` and `change_comment`. */
export interface CommentResult {
  /** `null` when the comment is gone. */
  comment: MarkdownComment | null;
  nudge?: Nudge;
  /** After `change_comment`, which can change the text of the file. */
  fileMeta?: FileMeta;
}

/** What the view sends to its host. A host may ignore both: `interact` → `get_comments` has the same. */
export interface Nudge {
  /** For `sendMessage`. */
  message: string;
  /** For `updateModelContext`. */
  context: string;
}

/** The view, and the code that only some documents need; read as MCP resources. */
export const viewResources = {
  view: 'ui://annotate-mcp/markdown-view.html',
  mermaid: 'ui://annotate-mcp/mermaid.js',
  katex: 'ui://annotate-mcp/katex.js',
} as const;
