import type { Addressee } from './addressee.ts';
import type { TextAnchor } from './anchors/index.ts';
import type { Edit } from './edit.ts';
import type { Proof, ProofAfter } from './proof/proof.ts';
import type { Status } from './status.ts';
import type { RecordedStep } from './step.ts';
import type { MatchedRule } from './style-rules.ts';
import type { Suggestion } from './suggestion.ts';
import type { Via } from './via.ts';
import type { Wish } from './wish.ts';
import type { AgentRun } from './work.ts';

export const kinds = ['component', 'element', 'text', 'page', 'markdown'] as const;
export type Kind = (typeof kinds)[number];

/** How many pictures of the person's own an annotation has besides its screenshot. */
export const mostPictures = 4;

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** A person's request about one target, from any surface. `kind` and `status` tell the members of the union apart. */
export type Annotation = Content & State;

/** Comments on Markdown documents have no page. */
export type AnnotationOnPage = Exclude<Annotation, { kind: 'markdown' }>;

/** The status and the fields that belong to it. Moves change it; lifecycle.ts says which moves are allowed. */
export type State = States[Status];

interface States {
  draft: { status: 'draft' };
  pending: Pending;
  acknowledged: { status: 'acknowledged'; claim: Claim };
  resolved: Resolved;
  dismissed: { status: 'dismissed'; withdrawnAt?: string };
}

export interface Pending {
  status: 'pending';
  /** An agent has replied, ended its turn or suggested words, and the person has neither written nor changed anything since. */
  answeredAt?: string;
  /** The person stopped the agent that held it, and has neither written nor changed anything since. */
  stoppedAt?: string;
  /** The person undid what the agent had changed, and has neither written nor changed anything since. */
  undoneAt?: string;
}

export interface Resolved {
  status: 'resolved';
  /** Absent in records of older releases. */
  resolvedAt?: string;
  /** What the agent did to the files that the annotation names, kept until the person accepts it. */
  edits?: SourceEdit[];
  /** An edit is not in its file any more: the file was put back, or changed again. */
  changedSince?: true;
  /** The edit: what changed in all files of the project between claim and resolution. */
  edited?: Edit;
  acceptedAt?: string;
}

/** How to tell whether an edit is still in its file, without a copy of the file. Made by source-edit.ts. */
export interface SourceEdit {
  /** Relative to the project root, `/` separators. */
  file: string;
  /** Whether `lines` came into the file or, when no line did, went out of it. */
  effect: 'added' | 'removed';
  /** Fingerprints of these lines. */
  lines: string[];
}

export interface Claim {
  agentId: string;
  agentName: string;
  at: string;
}

/** The part that no lifecycle move touches, except for the text and the thread. */
export type Content =
  | ComponentAnnotation
  | ElementAnnotation
  | TextAnnotation
  | PageAnnotation
  | MarkdownAnnotation;

export interface Reply {
  id: string;
  createdAt: string;
  author: 'agent' | 'user';
  message: string;
  agentName?: string;
  /** The agent said whether it waits for an answer. Otherwise a question mark in the message tells. */
  expectsAnswer?: boolean;
  /** The person who wrote it; absent in replies of agents and of older releases. */
  authorId?: string;
  /** What the person who wrote it is called. */
  authorName?: string;
  /** File name under `.annotate/attachments/`. */
  screenshot?: string;
  suggestion?: Suggestion;
  /** The people and agents that the `@` names in the message mean. */
  mentions?: Addressee[];
  /** Set when it was written in another service. */
  via?: Via;
}

/** A reply that was written in another service. */
export type OutsideReply = Reply & { via: Via };

interface Common {
  /** The page makes it, so that sending the annotation again adds no second one. */
  id: string;
  sessionId?: string;
  /** The app's folder from the git root, `/` separators; `.` for the root itself. */
  appId: string;
  authorId: string;
  /** What the author is called. It is only a claim where `origin` is `repository`. */
  authorName?: string;
  createdAt: string;
  updatedAt: string;
  annotationText: string;
  /** The people and agents that the `@` names in the text mean. */
  mentions?: Addressee[];
  /** Who is to do it. */
  assignee?: Addressee;
  /** Names of the agents that the person took it from: it is left to others, unless it is assigned to one of them. */
  handedFrom?: string[];
  /** What agents tried before it was opened again or given to another one, oldest first. */
  tried?: Attempt[];
  replies: Reply[];
  /**
   * Replies of other people in another service, oldest first, that the person has not adopted. They are kept apart from
   * `replies`, so that what gives replies to agents cannot give them these by mistake.
   */
  outsideReplies?: OutsideReply[];
  /** When a draft was sent. What was never a draft was sent when it was created. */
  sentAt?: string;
  /** What agents that `annotate-mcp work` started did about it, oldest first. */
  runs?: AgentRun[];
  /**
   * Set by the store when it reads a record that was not written by this user on this machine, and that the person has
   * not adopted. Never stored, and never accepted from a page.
   */
  origin?: 'repository';
}

interface OnPage extends Common {
  pageUrl: string;
  pageTitle: string;
  /** The story that is shown, where the page is Storybook's. */
  storyId?: string;
  /** What the person had selected before pointing. */
  selectionText?: string;
  boundingBox?: BoundingBox;
  viewport?: Viewport;
  /** File name under `.annotate/attachments/`. */
  screenshot?: string;
  /** What the person pasted, dropped or chose: at most `mostPictures` file names under `.annotate/attachments/`. */
  pictures?: string[];
  /** The person has blurred something in the screenshot, so that no other picture is taken of it. */
  blurred?: true;
  consoleErrors?: string[];
  /** What the page showed when it was sent and after it was resolved. */
  proof?: Proof;
  /** The test that keeps what was changed. Relative to the project root, `/` separators. */
  checkFile?: string;
  /** What happened on the page before, oldest first, if the person attached it. */
  steps?: RecordedStep[];
}

export interface ComponentAnnotation extends OnPage, ComponentTarget {
  kind: 'component';
  /** Further components of the same annotation, in the order they were picked. */
  targets?: ComponentTarget[];
  /** What the person tried by hand on the element; only when one was picked. */
  wishes?: Wish[];
  /** Rules of the page's style sheets for the element that was picked first, in the order of the cascade's sources. */
  styleRules?: MatchedRule[];
}

export interface ComponentTarget {
  /** Class or function name without compiler underscores; `unknown` when it is not known. */
  componentName: string;
  selector: string;
  /** Relative to the project root, `/` separators; `(unresolved: Name)` when it is not known. */
  componentFilePath: string;
  templateFilePath?: string;
  /** The picked element itself in its template or JSX; absent when that is not known. */
  sourceLocation?: SourceLocation;
  /**
   * Where HTML is put into the page as a text (`v-html`, `innerHTML`) that the picked element is a part of. Only where the
   * element has no `sourceLocation`, since no file of the project has its tag for certain.
   */
  generatedAt?: SourceLocation;
  /** Where the component begins in its own file. */
  componentLocation?: SourceLocation;
  /** The component's tag in the file that uses it; for what a library draws, the library's tag in the project. */
  usedAt?: SourceLocation;
  /**
   * Where the target is one that users of a kit decide about, or drawn by a library: the tags that brought it into the page,
   * `usedAt` first. The last one is what a person who points there wants changed.
   */
  uses?: SourceLocation[];
  /** The component whose template has the picked element, where it was passed to this one. */
  writtenIn?: string;
  /** The picked element inside the component; absent when the component as a whole was picked. */
  element?: PickedElement;
  inputs: Record<string, JsonValue>;
  /** HTML of the component. */
  domSnapshot: string;
  /** Components of the project, root first, the component itself not included. */
  componentTreePath: string[];
  /** CSS path to the picked element when it was picked, ` >>> ` into a shadow root: where a badge looks first. */
  domPath?: string;
  boundingBox?: BoundingBox;
}

/** What a person would call the element, and where it was on the page. */
export interface PickedElement {
  tag: string;
  /** Its ARIA role, written or implied by the tag. */
  role?: string;
  /** Its label: `aria-label`, `alt`, `title`, `placeholder`, or the text of what labels it. */
  name?: string;
  /** The beginning of its text. */
  text?: string;
  /** From the top left of the page. */
  box: BoundingBox;
  /** Its HTML; absent when `domSnapshot` is that. */
  html?: string;
}

export interface ElementAnnotation extends OnPage {
  kind: 'element';
  selector: string;
  description: string;
  element?: PickedElement;
  domSnapshot?: string;
  sourceLocation?: SourceLocation;
  /** As in `ComponentTarget`. */
  generatedAt?: SourceLocation;
  /** What the person tried by hand on the element. */
  wishes?: Wish[];
  /** Rules of the page's style sheets for the element that was picked first, in the order of the cascade's sources. */
  styleRules?: MatchedRule[];
}

export interface TextAnnotation extends OnPage {
  kind: 'text';
  /** Offsets count in the rendered text of the page. */
  anchor: TextAnchor;
  /** The nearest block around the selection. */
  selector?: string;
  /** The text after the change, as the agent that changed it reports it. */
  replacementText?: string;
  sourceLocation?: SourceLocation;
}

export interface PageAnnotation extends OnPage {
  kind: 'page';
}

export interface MarkdownAnnotation extends Common {
  kind: 'markdown';
  /** Relative to the project root, `/` separators. */
  path: string;
  anchor: MarkdownAnchor;
  anchorState: 'placed' | 'ambiguous' | 'stale';
  store: 'memory' | 'sidecar' | 'inline';
  /** Set when it is submitted; a draft has none. */
  intent?: Intent;
  suggestion?: Suggestion;
  /** As of annotations on pages. */
  pictures?: string[];
  /** The agent that wrote it, to suggest something by itself. */
  agentName?: string;
}

/** Snake case because sidecar files and inline markers carry it under these names. */
export interface MarkdownAnchor {
  line_start: number;
  line_end: number;
  char_start: number;
  char_end: number;
  block_id: string;
  quote: string;
  context_before: string;
  context_after: string;
  /** As `fingerprint` of a `TextAnchor`. Not in markers, which go along with their text. */
  fingerprint?: string;
}

/** `edit`: an instruction. `review`: an item that agents leave alone until its author approves it. */
export type Intent = 'edit' | 'review';

/** 1-based. */
export interface SourceLocation {
  file: string;
  line: number;
  column: number;
}

/** CSS pixels from the top left of the page. */
export interface BoundingBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Viewport {
  width: number;
  height: number;
  /** What the person prefers, which a page may follow. */
  colorScheme?: 'light' | 'dark';
}

type ServerFields =
  | 'createdAt'
  | 'updatedAt'
  | 'replies'
  | 'outsideReplies'
  | 'sentAt'
  | 'runs'
  | 'handedFrom'
  | 'tried'
  | 'origin'
  | 'proof';
/** `Omit` that leaves a union a union. */
export type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** An annotation as its author sends it: without replies, times, status and origin. */
export type NewAnnotation = Without<Content, ServerFields>;

/** The target of an annotation on a page, without its author and text. */
export type PageTarget = Without<
  Exclude<NewAnnotation, { kind: 'markdown' }>,
  'id' | 'sessionId' | 'appId' | 'authorId' | 'authorName' | 'annotationText' | 'mentions' | 'assignee'
>;

/** The address of the annotation's page, or the path of its file for a comment on a Markdown document. */
export function addressOf(annotation: Content): string {
  return annotation.kind === 'markdown' ? annotation.path : annotation.pageUrl;
}

/** A draft is visible to its author only, every other annotation to all people. */
export function isVisibleTo(annotation: Annotation, authorId: string): boolean {
  return annotation.status !== 'draft' || annotation.authorId === authorId;
}

/** Agents see no drafts, and nothing that came with the repository before the person has adopted it. */
export function isVisibleToAgents({ status, origin }: Annotation): boolean {
  return status !== 'draft' && origin !== 'repository';
}

/**
 * An agent has asked or told the person something about it, or the person has stopped the agent or undone its work, and
 * the person has not done anything since. Agents do not begin with it by themselves.
 */
export function waitsForPerson(annotation: Annotation): boolean {
  if (annotation.status !== 'pending') return false;
  return annotation.answeredAt !== undefined || isStoppedOrUndone(annotation);
}

/** The person has stopped the agent or undone its work, and has not done anything since. */
export function isStoppedOrUndone(annotation: Annotation): boolean {
  if (annotation.status !== 'pending') return false;
  return annotation.stoppedAt !== undefined || annotation.undoneAt !== undefined;
}

/** The person has accepted or withdrawn it: it has no badge, but stays in the list. */
export function isSettled(annotation: Annotation): boolean {
  return (
    (annotation.status === 'resolved' && annotation.acceptedAt !== undefined) ||
    (annotation.status === 'dismissed' && annotation.withdrawnAt !== undefined)
  );
}

/** What an agent tried about an annotation that was opened again or given to another agent. Kept for the next one. */
export interface Attempt {
  /** Absent where no word of the agent and no run says which one it was. */
  agentName?: string;
  /** When it was opened again, taken back or given to another agent. */
  at: string;
  /** What it changed in the files, as far as that was recorded. */
  edited?: Edit;
  /** The person took the change back: it is not in the files any more. */
  takenBack?: true;
  /** What a page showed of it. */
  shown?: ShownResult;
}

export type ShownResult = Pick<ProofAfter, 'verdict' | 'changes' | 'outside' | 'failure'>;
