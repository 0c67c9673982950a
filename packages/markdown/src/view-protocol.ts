/**
 * What the review view and the server say to each other: plain data in the arguments and results of MCP tools.
 * The server checks what arrives with schemas tied to these types; the view trusts its server.
 */
import type { Annotation, MarkdownAnchor } from '@annotate-mcp/core';

/** `edit`: comments are instructions. `review`: a punch list; nothing is touched before an item is approved. */
export type ReviewMode = 'edit' | 'review';

export type MarkdownComment = Annotation & { kind: 'markdown' };
export type CommentStore = MarkdownComment['store'];

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

/** The result of `open_markdown`. What proves to be the view of it is in the result's `_meta` under `tokenKey`. */
export interface Opened {
  viewUUID: string;
  fileMeta: FileMeta;
  mode: ReviewMode;
  /** Comments that came out of markers in the file. */
  importedComments: number;
}

/** Hosts hand `_meta` to the view and keep it from the model. */
export const tokenKey = 'annotate-mcp/viewToken';

/** Every app-only tool takes these beside its own arguments. */
export interface ViewCredentials {
  viewUUID: string;
  /** From `_meta`; a model has never seen it. */
  token: string;
}

/** `poll_md_commands`. Names one copy of the view, since a host may show several of the same result. */
export interface PollInput extends ViewCredentials {
  instance: string;
  /** The last sequence number that was carried out; `null` on a fresh start, which is answered by a snapshot. */
  after: number | null;
  /** At most 25,000; 0 answers at once. */
  waitMs?: number;
}

export interface PollResult {
  /** In order; those that were sent before and not acknowledged come again. */
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
  /** Why the file cannot be read just now (deleted, renamed, no permission); what was read before is still shown. */
  problem: string | null;
}

export type ViewCommand =
  | { type: 'scroll_to'; target: ViewTarget }
  | { type: 'highlight'; target: ViewTarget; label?: string }
  | { type: 'mode'; mode: ReviewMode }
  | { type: 'mirror'; mirror: boolean }
  /** Each comment as it is now; `removed` are ids. */
  | { type: 'comments'; changed: MarkdownComment[]; removed: string[] }
  /** Read the text again. The comments with their new anchors come in a command before this one. */
  | { type: 'file'; fileMeta: FileMeta }
  | { type: 'problem'; problem: string | null }
  | { type: 'listening'; listening: Listening };

/** One of: a comment, a block, lines (1-based, inclusive), a quote. */
export type ViewTarget =
  { commentId: string } | { blockId: string } | { lineStart: number; lineEnd: number } | { quote: string };

/** Whether somebody is there to act on what is submitted. */
export interface Listening {
  /** An agent waits in `get_comments` right now. */
  waiting: boolean;
  /** The agent that opened or last asked for this file; `null` when none has. */
  agentName: string | null;
}

/** `read_md_bytes`: the text without markers, as UTF-8 in base64; anchors count in it. */
export interface ReadInput extends ViewCredentials {
  range?: { start: number; end: number };
}

export interface ReadResult {
  bytes: string;
  /** Bytes of the whole text; a range beyond it is cut. */
  total: number;
  fileMeta: FileMeta;
}

/** `save_md`: the text without markers; they are put back where they belong. */
export interface SaveInput extends ViewCredentials {
  bytes: string;
  expectedSha: string;
}

export interface SaveResult {
  fileMeta: FileMeta;
}

/** A comment as the view hands it in. The id is made by the view, so that a resend never doubles. */
export interface CommentInput {
  id: string;
  text: string;
  anchor: MarkdownAnchor;
}

/** `persist_comment`: creates a draft or changes what it says. Nothing reaches a model. */
export interface PersistInput extends ViewCredentials {
  comment: CommentInput;
}

/** `submit_batch`: these and every other draft of the file become one batch. */
export interface SubmitInput extends ViewCredentials {
  comments: CommentInput[];
  mode: ReviewMode;
}

/** `answer_now`: asked at once, kept in memory; drafts stay as they are. */
export interface AnswerNowInput extends ViewCredentials {
  comment: CommentInput;
}

/** Of `persist_comment`, `answer_now` and `change_comment`. */
export interface CommentResult {
  /** `null` when it is gone. */
  comment: MarkdownComment | null;
  nudge?: Nudge;
}

export interface SubmitResult {
  comments: MarkdownComment[];
  /** `null` when there was nothing to submit. */
  nudge: Nudge | null;
  /** An agent was waiting and has it already; then the host need not be told. */
  delivered: boolean;
}

/** What the view pushes to its host. A host may ignore both: `interact` → `get_comments` has the same. */
export interface Nudge {
  /** For `sendMessage`. */
  message: string;
  /** For `updateModelContext`. */
  context: string;
}

/** `change_comment` (app-only): whatever else a person does to one comment. */
export interface ChangeInput extends ViewCredentials {
  id: string;
  change: CommentChange;
}

export type CommentChange =
  | { type: 'edit'; text: string }
  | { type: 'reply'; replyId: string; text: string }
  /** This one alone, kept like the batch. */
  | { type: 'submit'; mode: ReviewMode }
  | { type: 'resolve' }
  | { type: 'reopen' }
  | { type: 'accept' }
  | { type: 'delete' }
  /** In review mode: it becomes an instruction, or it is dropped. */
  | { type: 'approve' }
  | { type: 'decline' }
  | { type: 'relink'; anchor: MarkdownAnchor }
  /** memory → sidecar is Pin; sidecar → inline writes a marker; inline → sidecar takes it out of the file. */
  | { type: 'move'; to: CommentStore };

/** `change_review` (app-only): what concerns the whole file. */
export interface ReviewChangeInput extends ViewCredentials {
  change:
    { type: 'mode'; mode: ReviewMode } | { type: 'mirror'; mirror: boolean } | { type: 'export_inline' };
}

export interface ReviewChangeResult {
  mode: ReviewMode;
  mirror: boolean;
  fileMeta: FileMeta;
  /** How many comments the file carries now, after an export. */
  exported?: number;
}

/** Names of the app-only tools, as the view calls them. */
export const viewTools = {
  poll: 'poll_md_commands',
  submit: 'submit_batch',
  persist: 'persist_comment',
  read: 'read_md_bytes',
  save: 'save_md',
  answerNow: 'answer_now',
  changeComment: 'change_comment',
  changeReview: 'change_review',
} as const;

/** Code that only some documents need; read as MCP resources when a document does. */
export const viewResources = {
  view: 'ui://annotate-mcp/markdown-view.html',
  mermaid: 'ui://annotate-mcp/mermaid.js',
  katex: 'ui://annotate-mcp/katex.js',
} as const;
