/** An open Markdown file and the comments on it, shared by every view and every agent of this process. */
import type { Actor, MarkdownAnchor, MoveMessage } from '@annotate-mcp/core';

import type { CommentAction } from '../comment-actions.ts';
import type { Block } from '../document/blocks.ts';
import type { FilesBeside } from '../files/files-beside.ts';
import type { ReviewedText } from '../stores/reviewed-text.ts';
import type {
  CommentInput,
  FileMeta,
  GivenVerdict,
  MarkdownComment,
  ReviewMode,
  VerdictInput,
} from '../view-messages.ts';

import type { CommentPictures } from './comment-pictures.ts';

export interface Documents {
  /**
   * Returns the same document for the same file, however its path is spelled. Each `open` is matched by one `close` of
   * the document. `clientRoots` are the folders that the caller's user works in. Rejects with an `AnnotateError` whose
   * code begins with `markdown/`.
   */
  open(path: string, clientRoots?: readonly string[]): Promise<MarkdownDocument>;
  /** Closes all open documents. Comments in memory are gone afterwards. */
  close(): Promise<void>;
}

export interface DocumentsOptions {
  /** Folders below which files may be opened; asked again for each file. `file` is a real path. */
  roots: (file: string, clientRoots: readonly string[]) => readonly string[] | Promise<readonly string[]>;
  /** Relative paths count from here. */
  cwd?: string;
  now?: () => Date;
  newId?: () => string;
  /** How often to look for a change that no file event reported; `null` never. */
  safetyCheckMs?: number | null;
  /** What the person at this machine is called in the project with this root; asked once for each open document. */
  personName?: (root: string) => Promise<string | null>;
  /** Where the user's key and decisions about trust are; the user's config folder unless given. */
  configFolder?: string | undefined;
}

export interface MarkdownDocument {
  /** Real, absolute. */
  readonly file: string;
  /** The project's root: real, absolute. `fileMeta.path` counts from it. */
  readonly root: string;
  /** Pictures and documents that its addresses name. */
  readonly beside: Pick<FilesBeside, 'locate' | 'readPicture' | 'roots'>;
  readonly pictures: Pick<CommentPictures, 'add' | 'find'>;
  readonly fileMeta: FileMeta;
  /** Without markers; anchors count in it. While the file cannot be read, the text that was read last. */
  readonly text: string;
  /** The text of the file when it had this hash; `null` when that was long ago. */
  textWith(sha: string): string | null;
  readonly blocks: readonly Block[];
  readonly mirror: boolean;
  /** The text that the person reviewed last, while the file has another one; `null` before the first review. */
  readonly reviewed: ReviewedText | null;
  /** What is wrong with the file or a store of its comments, for a person to read; `null` when nothing is. */
  readonly problem: string | null;
  /** The same for agents: without what was read from markers and sidecar, which may be another author's words. */
  readonly fileProblem: string | null;
  /** How many comments in the file's own markers agents may see, as of the last read. */
  readonly importedComments: number;
  /** The last one that the person gave on this machine. */
  readonly verdict: GivenVerdict | null;
  /** What the person at this machine is called; `null` when that is not known. */
  readonly personName: string | null;

  /** Of all stores, drafts too, in document order. */
  comments(): MarkdownComment[];
  comment(id: string): MarkdownComment | null;
  /** Reads the disk now instead of waiting for a file event. */
  refresh(): Promise<void>;

  /** Creates a draft, or changes the text of a comment. */
  persist(comment: CommentInput): Promise<MarkdownComment>;
  /** Submits these comments and every other draft, with `mode` as their intent, and the verdict if there is one. */
  submit(comments: readonly CommentInput[], mode: ReviewMode, verdict?: VerdictInput): Promise<Submitted>;
  /** Submits the comment at once and keeps it in memory. A draft with its id leaves the batch. */
  answerNow(comment: CommentInput): Promise<MarkdownComment>;
  /** By the person at this machine, as the author of the comment. `null` when it is gone, by this or before. */
  applyAction(id: string, action: CommentAction): Promise<MarkdownComment | null>;
  /** The person takes over these comments, which came with the repository. Agents see them from now on. */
  adopt(ids: readonly string[]): Promise<MarkdownComment[]>;
  /** The person trusts all comments of the repository, from now on and in every file. */
  trustRepository(): Promise<void>;
  /** Drafts, and comments that came with the repository, are not found. */
  agentMove(id: string, move: AgentMove, actor: Agent, note?: MoveMessage): Promise<MarkdownComment>;
  /** Adds a comment of the agent's own. Its anchor counts in `text`. */
  suggest(suggestion: AgentSuggestion, actor: Agent): Promise<MarkdownComment>;
  /** Puts the newest suggestion of the comment into the file and resolves it. Refused when the quoted words are not there. */
  applySuggestion(id: string, actor: Agent): Promise<MarkdownComment>;

  /**
   * Later edits are compared with the text that the person has now. `seenSha` is the hash of the file that they saw; an
   * edit that they have not seen yet stays a change.
   */
  markReviewed(seenSha?: string): Promise<void>;

  /** Copies every submitted comment into the file; returns how many comments the file carries then. */
  exportInline(): Promise<number>;
  /** From now on git sees the sidecar, with its drafts. Returns its path from the project's root. */
  share(): Promise<string>;
  /**
   * Takes all comments out of the file; those that only the file had are in the sidecar then. Ends the mirror. Returns
   * how many comments the file carried.
   */
  removeMarkers(): Promise<number>;
  setMirror(on: boolean): Promise<void>;
  /** Takes the text without markers, and puts them back. Refused with `markdown/changed` when the file has another hash. */
  save(text: string, expectedSha: string): Promise<FileMeta>;

  /** Listeners are called in order, before the promise of what caused the event resolves. */
  subscribe(listener: (event: DocumentEvent) => void): () => void;
  close(): Promise<void>;
}

export type Agent = Actor & { type: 'agent' };
export type AgentMove = 'reply' | 'resolve' | 'acknowledge' | 'dismiss' | 'release';

export interface AgentSuggestion {
  id: string;
  anchor: MarkdownAnchor;
  replacement: string;
  /** Why; without it the text says what is suggested. */
  message?: string | undefined;
}

export interface Submitted {
  /** The given comments and the other drafts, in document order. */
  comments: MarkdownComment[];
  /** Ids of those that were drafts until now: none when the same batch is sent a second time. */
  ids: string[];
  /** A verdict was given, and it was not given before. */
  hasNewVerdict: boolean;
}

export type DocumentEvent =
  /** Each comment as it is now; `removed` are ids. */
  | { type: 'comments'; changed: MarkdownComment[]; removed: string[] }
  /** The text has changed. Comments with their new anchors came in an event before this one. */
  | { type: 'file'; fileMeta: FileMeta }
  | { type: 'mirror'; mirror: boolean }
  /** `null` while the text is the one that was reviewed last, and before the first review. */
  | { type: 'reviewed'; reviewedSha: string | null }
  /** The picture with this address in the document has changed, appeared or disappeared. */
  | { type: 'picture'; address: string }
  | { type: 'problem'; problem: string | null }
  | { type: 'verdict'; verdict: GivenVerdict | null }
  /**
   * Comments for an agent: submitted, approved or reopened, here or in another process; comes after the `comments`
   * event. `now` are those of "Answer now".
   */
  | { type: 'submitted'; ids: string[]; lane: 'batch' | 'now' };
