import type { TextAnchor } from './anchors/index.ts';

export const kinds = ['component', 'element', 'text', 'page', 'markdown'] as const;
export type Kind = (typeof kinds)[number];

export const statuses = ['draft', 'pending', 'acknowledged', 'resolved', 'dismissed'] as const;
export type Status = (typeof statuses)[number];

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** What one person pointed at and said, whatever surface it came from. Told apart by `kind` and `status`. */
export type Annotation = Content & State;

/** The part that no lifecycle move touches, except for the text and the thread. */
export type Content =
  ComponentAnnotation | ElementAnnotation | TextAnnotation | PageAnnotation | MarkdownAnnotation;

/** The part that only `lifecycle.ts` writes. */
export type State =
  | { status: 'draft' }
  | { status: 'pending' }
  | { status: 'acknowledged'; claim: Claim }
  | { status: 'resolved'; acceptedAt?: string }
  | { status: 'dismissed'; withdrawnAt?: string };

export interface Claim {
  agentId: string;
  agentName: string;
  at: string;
}

export interface Reply {
  id: string;
  createdAt: string;
  author: 'agent' | 'user';
  message: string;
  agentName?: string;
  /** File name under `.annotate/attachments/`. */
  screenshot?: string;
}

interface Common {
  /** Made by the page, so that a resend never doubles. */
  id: string;
  sessionId?: string;
  /** The app's folder from the git root, `/` separators; `.` for the root itself. */
  appId: string;
  authorId: string;
  createdAt: string;
  updatedAt: string;
  annotationText: string;
  replies: Reply[];
}

interface OnPage extends Common {
  pageUrl: string;
  pageTitle: string;
  /** What the person had selected before pointing. */
  selectionText?: string;
  boundingBox?: BoundingBox;
  viewport?: Viewport;
  /** File name under `.annotate/attachments/`. */
  screenshot?: string;
  consoleErrors?: string[];
}

export interface ComponentAnnotation extends OnPage, ComponentTarget {
  kind: 'component';
  /** Further components of the same annotation, in the order they were picked. */
  targets?: ComponentTarget[];
}

export interface ComponentTarget {
  /** Class or function name without compiler underscores; `unknown` when it cannot be told. */
  componentName: string;
  selector: string;
  /** Relative to the project root, `/` separators; `(unresolved: Name)` when it cannot be told. */
  componentFilePath: string;
  templateFilePath?: string;
  /** The clicked element in its template. */
  sourceLocation?: SourceLocation;
  inputs: Record<string, JsonValue>;
  domSnapshot: string;
  /** Root first, the component itself not included. */
  componentTreePath: string[];
  /** CSS path to the clicked element when it was clicked, ` >>> ` into a shadow root: where a badge looks first. */
  domPath?: string;
  boundingBox?: BoundingBox;
}

export interface ElementAnnotation extends OnPage {
  kind: 'element';
  selector: string;
  description: string;
  domSnapshot?: string;
  sourceLocation?: SourceLocation;
}

export interface TextAnnotation extends OnPage {
  kind: 'text';
  /** Offsets count in the rendered text of the page. */
  anchor: TextAnchor;
  /** The nearest block around the selection. */
  selector?: string;
  /** What the text became, as the agent that changed it says. */
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
}

/** `edit`: an instruction. `review`: an item of a punch list, to be left alone until its author approves it. */
export type Intent = 'edit' | 'review';

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
}

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
}

type ServerFields = 'createdAt' | 'updatedAt' | 'replies';
/** `Omit` that leaves a union a union. */
export type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** An annotation as its author hands it in: no thread, no times, no status yet. */
export type NewAnnotation = Without<Content, ServerFields>;

/** Where on a page something is, without who said what about it. */
export type PagePlace = Without<
  Exclude<NewAnnotation, { kind: 'markdown' }>,
  'id' | 'sessionId' | 'appId' | 'authorId' | 'annotationText'
>;

/** Where it stands: the page's address, or the file's path for a Markdown comment. */
export function placeOf(annotation: Content): string {
  return annotation.kind === 'markdown' ? annotation.path : annotation.pageUrl;
}

/** Drafts belong to their author's browser; everything else is for everybody. Agents pass `null`. */
export function isVisibleTo(annotation: Annotation, authorId: string | null): boolean {
  return annotation.status !== 'draft' || annotation.authorId === authorId;
}
