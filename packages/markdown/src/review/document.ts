/** An open Markdown file and the comments on it, shared by every view and every agent of this process. */
import type { Actor, Note } from '@annotate-mcp/core';

import type {
  Block,
  CommentChange,
  CommentInput,
  FileMeta,
  MarkdownComment,
  ReviewMode,
} from '../document/index.ts';

export interface Documents {
  /**
   * The same document for the same file, however it is spelled. Each `open` is matched by one `close` of what it
   * returned. `clientRoots` is what whoever asks has open. Rejects with an `AnnotateError` whose code begins with `markdown/`.
   */
  open(path: string, clientRoots?: readonly string[]): Promise<ReviewDocument>;
  /** Closes what is still open. Comments in memory are gone with it. */
  close(): Promise<void>;
}

export interface DocumentsOptions {
  /** Folders below which files may be opened, asked anew for each file. `file` is a real path. */
  roots: (file: string, clientRoots: readonly string[]) => readonly string[] | Promise<readonly string[]>;
  /** Relative paths count from here. */
  cwd?: string;
  now?: () => Date;
  newId?: () => string;
  /** How often a change that no event told of is looked for; `null` never. */
  safetyCheckMs?: number | null;
}

export interface ReviewDocument {
  /** Real, absolute. */
  readonly file: string;
  /** The project's root: real, absolute. `fileMeta.path` counts from it. */
  readonly root: string;
  readonly fileMeta: FileMeta;
  /** Without markers; anchors count in it. What was read last while the file cannot be read. */
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly mirror: boolean;
  /** What is wrong with the file or with what holds its comments, in words for a person; `null` when nothing is. */
  readonly problem: string | null;
  /** How many comments the file's own markers held when it was read last. */
  readonly importedComments: number;

  /** Of all stores, drafts too, in document order. */
  comments(): MarkdownComment[];
  comment(id: string): MarkdownComment | null;
  /** Looks at the disk now instead of waiting for word of a change. */
  refresh(): Promise<void>;

  /** Creates a draft, or changes what a comment says. */
  persist(comment: CommentInput): Promise<MarkdownComment>;
  /** These and every other draft become pending, with `mode` as what is wanted. */
  submit(comments: readonly CommentInput[], mode: ReviewMode): Promise<Submitted>;
  /** Into memory, pending at once. A draft of this id leaves the batch. */
  answerNow(comment: CommentInput): Promise<MarkdownComment>;
  /** By the person at this machine, for whoever wrote it. `null` when it is gone, by this or before. */
  change(id: string, change: CommentChange): Promise<MarkdownComment | null>;
  /** Drafts are not found. */
  agentMove(id: string, move: AgentMove, actor: Agent, note?: Note): Promise<MarkdownComment>;

  /** Copies every submitted comment into the file; how many it carries now. */
  exportInline(): Promise<number>;
  setMirror(on: boolean): Promise<void>;
  /** The text without markers; they are put back. Refused with `markdown/changed` when the file has another hash. */
  save(text: string, expectedSha: string): Promise<FileMeta>;

  /** Called in order; before the promise of what caused it resolves. */
  subscribe(listener: (event: DocumentEvent) => void): () => void;
  close(): Promise<void>;
}

export type Agent = Actor & { type: 'agent' };
export type AgentMove = 'reply' | 'resolve' | 'acknowledge' | 'dismiss';

export interface Submitted {
  /** Those that were named and those that went with them, in document order. */
  comments: MarkdownComment[];
  /** Ids of those that were drafts until now: none when it was sent a second time. */
  ids: string[];
}

export type DocumentEvent =
  /** Each comment as it is now; `removed` are ids. */
  | { type: 'comments'; changed: MarkdownComment[]; removed: string[] }
  /** There is another text. Comments with their new anchors came in an event before this one. */
  | { type: 'file'; fileMeta: FileMeta }
  | { type: 'mirror'; mirror: boolean }
  | { type: 'problem'; problem: string | null }
  /**
   * Something for an agent: submitted, approved or opened again, here or in another process; comes after the
   * `comments` event. `now` is what was asked by "Answer now".
   */
  | { type: 'submitted'; ids: string[]; lane: 'batch' | 'now' };
