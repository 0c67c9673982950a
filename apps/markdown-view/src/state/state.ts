import type { MarkdownAnchor } from '@annotate-mcp/core';
import type { FileMeta, GivenVerdict, Listening, MarkdownComment, ReviewMode } from '@annotate-mcp/markdown';

import { noInsets, type HostContext } from '../host/view-host.ts';

import { type ChangesState, noChanges } from './changes.ts';
import type { TextFix } from './text-fix.ts';

/** Everything that the view shows. Only `reduce` changes it. */
export interface ViewState {
  readonly file: FileMeta | null;
  /** The text that the anchors of `comments` are offsets in; `null` until it was read. */
  readonly text: string | null;
  /** The hash of the file that the text was read from. */
  readonly textSha: string | null;
  /** The hash of the text that the person reviewed last, while the file has another one. */
  readonly reviewedSha: string | null;
  readonly changes: ChangesState;
  readonly mode: ReviewMode;
  readonly mirror: boolean;
  readonly comments: ReadonlyMap<string, MarkdownComment>;
  readonly listening: Listening;
  /** A program waits until the person approves the document or asks for changes. */
  readonly asksVerdict: boolean;
  /** The last one that was given. */
  readonly verdict: GivenVerdict | null;
  /** Why the file cannot be read now. */
  readonly problem: string | null;
  /** What this person is called in comments that others get; `null` when that is not known. */
  readonly personName: string | null;
  readonly connection: Connection;
  /** Comments that are being written, by id. The server has them or gets them after a pause in typing. */
  readonly writing: ReadonlyMap<string, Writing>;
  /** How many of them the server has not confirmed. */
  readonly unsaved: number;
  /** Texts of reply and edit fields that were not sent, by `fieldKey`. */
  readonly fieldTexts: ReadonlyMap<string, string>;
  /** The comment whose text is being written. */
  readonly composing: string | null;
  /** The comment that is unfolded. */
  readonly active: string | null;
  readonly filter: Filter;
  /** The comment whose new text is to be selected. */
  readonly relinking: string | null;
  /** What is selected in the text. */
  readonly selection: MarkdownAnchor | null;
  /** Ids of comments with a call under way. */
  readonly busy: ReadonlySet<string>;
  readonly submitting: boolean;
  /** The suggestion that was applied last can be undone while the file has this hash. */
  readonly applied: { readonly id: string; readonly sha: string } | null;
  /** The passage whose source is edited in place. */
  readonly textFix: TextFix | null;
  readonly dialog: Dialog | null;
  readonly notice: Notice | null;
  /** On small screens: whether the comments are open over the text. */
  readonly sheet: boolean;
  readonly hostContext: HostContext;
  /** Whether single letters are shortcuts; people who dictate turn them off. */
  readonly letterKeys: boolean;
  /** Whether the list of headings is open. */
  readonly outline: boolean;
  /** Whether the search is open. */
  readonly finding: boolean;
}

export type Filter = 'open' | 'all';
export type Dialog = 'keys' | 'close' | 'discard' | 'remove-markers' | 'verdict';

export type Connection =
  | { state: 'online' }
  /** `refused`: the server answers with an error, for example while the file is missing. */
  | { state: 'offline'; problem: string; refused: boolean }
  /** The server was stopped and will not come back at this address. */
  | { state: 'ended' };

export interface Writing {
  readonly anchor: MarkdownAnchor;
  readonly text: string;
  /** The text before this change; `null` for a new comment. */
  readonly before: string | null;
  /** Opened as a question: the submit key asks it now. */
  readonly answer: boolean;
  /** What the passage is to be, in a suggestion. */
  readonly replacement?: string;
  /** The same before this change. */
  readonly replacementBefore?: string;
  /** Names of the pictures that the server has for it. */
  readonly pictures?: readonly string[];
  /** The same before this change. */
  readonly picturesBefore?: readonly string[];
}

export interface Notice {
  readonly id: number;
  readonly tone: 'info' | 'success' | 'problem';
  readonly text: string;
}

export const initialState: ViewState = {
  file: null,
  text: null,
  textSha: null,
  reviewedSha: null,
  changes: noChanges,
  mode: 'edit',
  mirror: false,
  comments: new Map(),
  listening: { waiting: false, agentName: null },
  asksVerdict: false,
  verdict: null,
  problem: null,
  personName: null,
  connection: { state: 'online' },
  writing: new Map(),
  unsaved: 0,
  fieldTexts: new Map(),
  composing: null,
  active: null,
  filter: 'open',
  relinking: null,
  selection: null,
  busy: new Set(),
  submitting: false,
  applied: null,
  textFix: null,
  dialog: null,
  notice: null,
  sheet: false,
  hostContext: { theme: null, fullscreen: false, canFullscreen: false, safeArea: noInsets, height: null },
  letterKeys: true,
  outline: false,
  finding: false,
};

/** Whether the person can change the text itself: not where the file takes none, and not in a plan, which its agent carries out. */
export function isTextEditable({ file, asksVerdict }: Pick<ViewState, 'file' | 'asksVerdict'>): boolean {
  return file?.writable !== false && !asksVerdict;
}

/** The key of a comment's reply field or edit field. */
export function fieldKey(field: 'reply' | 'edit', id: string): string {
  return `${field}:${id}`;
}

/** The key of the text that goes with a verdict. */
export const verdictTextKey = 'verdict:';
