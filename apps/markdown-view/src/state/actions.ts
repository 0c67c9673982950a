import type { MarkdownAnchor } from '@annotate-mcp/core';
import type {
  FileMeta,
  MarkdownComment,
  ReviewMode,
  ViewCommand,
  ViewSnapshot,
} from '@annotate-mcp/markdown';

import type { HostContext } from '../host/view-host.ts';

import type { ChangesAction } from './changes.ts';
import type { Dialog, Filter, Connection, Notice, ViewState, Writing } from './state.ts';
import type { TextFix } from './text-fix.ts';

/** Everything that changes the state. `reduce` says how. */
export type Action =
  /** One answer to a poll, applied at once: anchors always fit the text. */
  | {
      type: 'server:update';
      snapshot: ViewSnapshot | null;
      commands: readonly ViewCommand[];
      text: ReadText | null;
    }
  /** The result of a call. */
  | { type: 'comments'; changed: readonly MarkdownComment[]; removed?: readonly string[] }
  | { type: 'review'; mode: ReviewMode; mirror: boolean; file: FileMeta }
  | { type: 'connection'; connection: Connection }
  | { type: 'select'; anchor: MarkdownAnchor | null }
  | { type: 'compose'; id: string; anchor: MarkdownAnchor; answer: boolean; suggest?: boolean }
  /** A draft is opened again to change its text. */
  | { type: 'compose:again'; id: string }
  | { type: 'compose:text'; id: string; text: string }
  /** `null` takes the suggestion away. */
  | { type: 'compose:replacement'; id: string; replacement: string | null }
  | { type: 'compose:pictures'; id: string; change: (pictures: readonly string[]) => readonly string[] }
  | { type: 'applied'; applied: ViewState['applied'] }
  | { type: 'fix'; fix: TextFix | null }
  /** The comment stays in the batch unless its text is blank. */
  | { type: 'compose:close' }
  /** Copies that the browser had after a crash. */
  | { type: 'writing:restore'; writing: ReadonlyMap<string, Writing> }
  /** These comments were saved, sent or deleted: the server's copy is shown from now on. */
  | { type: 'writing:drop'; ids: readonly string[] }
  | { type: 'unsaved'; count: number }
  | { type: 'field:text'; key: string; text: string | null }
  | { type: 'activate'; id: string | null }
  | { type: 'filter'; filter: Filter }
  | { type: 'relink'; id: string | null }
  | { type: 'busy'; id: string; on: boolean }
  | { type: 'submitting'; on: boolean }
  | { type: 'dialog'; dialog: Dialog | null }
  | { type: 'notice'; notice: Notice | null }
  | { type: 'sheet'; open: boolean }
  | { type: 'hostContext'; hostContext: HostContext }
  | { type: 'letterKeys'; on: boolean }
  | ChangesAction
  /** Opens or closes the list of headings or the search. */
  | { type: 'tool'; tool: 'outline' | 'finding'; open: boolean }
  /** Closes what was opened last. */
  | { type: 'escape' };

interface ReadText {
  readonly text: string;
  readonly fileMeta: FileMeta;
}

export type Dispatch = (action: Action) => void;
