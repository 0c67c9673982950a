import type { MarkdownAnchor } from '@annotate-mcp/core';
import type { FileMeta, Listening, MarkdownComment, ReviewMode } from '@annotate-mcp/markdown';

import { noInsets, type Surroundings } from '../host/view-host.ts';

/** All that is shown. Changed by reducer.ts alone. */
export interface ViewState {
  readonly file: FileMeta | null;
  /** The text that the anchors of `comments` count in; `null` until it was read. */
  readonly text: string | null;
  readonly mode: ReviewMode;
  readonly mirror: boolean;
  readonly comments: ReadonlyMap<string, MarkdownComment>;
  readonly listening: Listening;
  /** Why the file cannot be read just now. */
  readonly problem: string | null;
  readonly link: Link;
  /** Comments as they are being written, by id. The server has each of them or gets it in a moment. */
  readonly writing: ReadonlyMap<string, Writing>;
  /** How many of them the server has not confirmed. */
  readonly unsaved: number;
  /** Replies and changed requests that were typed and not sent, by `keptKey`. */
  readonly kept: ReadonlyMap<string, string>;
  /** The comment whose text is being written. */
  readonly composing: string | null;
  /** The comment that is unfolded. */
  readonly active: string | null;
  readonly filter: Filter;
  /** The comment that waits for somebody to select its new place. */
  readonly relinking: string | null;
  /** What is selected in the text. */
  readonly selection: MarkdownAnchor | null;
  /** Ids of comments with a call on its way. */
  readonly busy: ReadonlySet<string>;
  readonly submitting: boolean;
  readonly dialog: Dialog | null;
  readonly notice: Notice | null;
  /** On small screens: whether the comments are open over the text. */
  readonly sheet: boolean;
  readonly surroundings: Surroundings;
  /** Letters as shortcuts; somebody who dictates turns them off. */
  readonly letterKeys: boolean;
}

export type Filter = 'open' | 'all';
export type Dialog = 'keys' | 'close' | 'discard';

export type Link =
  | { state: 'online' }
  /** `refused`: the server is there and says no, as it does while the file is gone. */
  | { state: 'offline'; problem: string; refused: boolean }
  /** Nobody is there any more, and nobody will be. */
  | { state: 'ended' };

export interface Writing {
  readonly anchor: MarkdownAnchor;
  readonly text: string;
  /** What it said before somebody began to change it; `null` for a new one. */
  readonly before: string | null;
  /** Begun with "Answer now": then that is what Enter does. */
  readonly answer: boolean;
}

export interface Notice {
  readonly id: number;
  readonly tone: 'info' | 'success' | 'problem';
  readonly text: string;
}

export const initialState: ViewState = {
  file: null,
  text: null,
  mode: 'edit',
  mirror: false,
  comments: new Map(),
  listening: { waiting: false, agentName: null },
  problem: null,
  link: { state: 'online' },
  writing: new Map(),
  unsaved: 0,
  kept: new Map(),
  composing: null,
  active: null,
  filter: 'open',
  relinking: null,
  selection: null,
  busy: new Set(),
  submitting: false,
  dialog: null,
  notice: null,
  sheet: false,
  surroundings: { theme: null, fullscreen: false, canFullscreen: false, safeArea: noInsets, height: null },
  letterKeys: true,
};

/** A reply and a changed request of the same comment are two texts. */
export function keptKey(what: 'reply' | 'edit', id: string): string {
  return `${what}:${id}`;
}
