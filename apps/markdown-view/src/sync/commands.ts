/** What a person can do that needs more than the screen. None of them throws: what went wrong is said in a notice. */
import type { MarkdownAnchor } from '@annotate-mcp/core';
import type { CommentAction, DocumentAction, ViewTarget } from '@annotate-mcp/markdown';

import type { ViewHost } from '../host/view-host.ts';
import type { ViewStateContainer } from '../state/container.ts';

import { changing } from './changing.ts';
import type { Drafts } from './drafts.ts';
import { notifier } from './notify.ts';
import { sending } from './sending.ts';
import type { Server } from './server.ts';
import type { Shelf } from './shelf.ts';
import { writing } from './writing.ts';

export interface Commands {
  /** Opens a new comment on this text. */
  readonly comment: (anchor: MarkdownAnchor, answer?: boolean) => void;
  readonly write: (id: string, text: string) => void;
  /** Puts aside what is being written; it stays in the batch. */
  readonly closeComposer: () => void;
  /** Takes back what was changed since the draft was opened, or the draft itself when it is new. */
  readonly cancelWriting: (id: string) => Promise<void>;
  /** True when nothing is left to send. */
  readonly submitAll: () => Promise<boolean>;
  readonly submitOne: (id: string) => Promise<void>;
  readonly answerNow: (id: string) => Promise<void>;
  /** True when the server did it. */
  readonly change: (id: string, change: CommentAction) => Promise<boolean>;
  /** True when it was sent. */
  readonly reply: (id: string) => Promise<boolean>;
  readonly saveEdit: (id: string) => Promise<void>;
  /** With what is in the reply field, if anything is. */
  readonly approve: (id: string) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  readonly relink: (anchor: MarkdownAnchor) => Promise<void>;
  readonly changeReview: (change: DocumentAction) => Promise<void>;
  readonly discardBatch: () => Promise<void>;
  readonly toggleTask: (offset: number) => Promise<void>;
  /** What was typed and not sent; `null` when it need not be kept any more. */
  readonly keep: (key: string, text: string | null) => void;
  readonly reveal: (target: ViewTarget) => void;
  readonly copy: (text: string, done: string) => Promise<void>;
  readonly openLink: (url: string) => void;
  readonly toggleFullscreen: () => void;
  /** Asks first when something is not sent. */
  readonly close: () => void;
  readonly closeNow: () => void;
}

export interface CommandParts {
  store: ViewStateContainer;
  server: Server;
  drafts: Drafts;
  shelf: Shelf;
  host: ViewHost;
  /** Brings it into sight. */
  reveal: (target: ViewTarget) => void;
  newId: () => string;
}

export type Notify = ReturnType<typeof notifier>;
export type Parts = CommandParts & { notify: Notify };

export function createCommands(given: CommandParts): Commands {
  const parts = { ...given, notify: notifier(given.store.dispatch) };
  const { host, reveal } = parts;
  return {
    ...writing(parts),
    ...sending(parts),
    ...changing(parts),
    reveal,
    openLink: (url) => host.openLink(url),
    toggleFullscreen: () => host.display?.toggleFullscreen(),
    closeNow: () => host.close?.(),
  };
}
