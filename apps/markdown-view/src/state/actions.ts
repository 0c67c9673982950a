import type { MarkdownAnchor } from '@annotate-mcp/core';
import type {
  FileMeta,
  MarkdownComment,
  ReviewMode,
  ViewCommand,
  ViewSnapshot,
} from '@annotate-mcp/markdown';

import type { Surroundings } from '../host/view-host.ts';

import type { Dialog, Filter, Link, Notice, Writing } from './state.ts';

/** Everything that can happen. Reducer.ts says what follows. */
export type Action =
  /** What the server told, all at once: anchors and the text they count in never differ. */
  | { type: 'told'; snapshot: ViewSnapshot | null; commands: readonly ViewCommand[]; text: ReadText | null }
  /** What a call came back with. */
  | { type: 'comments'; changed: readonly MarkdownComment[]; removed?: readonly string[] }
  | { type: 'review'; mode: ReviewMode; mirror: boolean; file: FileMeta }
  | { type: 'link'; link: Link }
  | { type: 'select'; anchor: MarkdownAnchor | null }
  | { type: 'compose'; id: string; anchor: MarkdownAnchor; answer: boolean }
  /** A draft is opened again to change what it says. */
  | { type: 'compose:again'; id: string }
  | { type: 'compose:text'; id: string; text: string }
  /** Put aside; it stays in the batch, unless nothing was written. */
  | { type: 'compose:close' }
  /** Found in this browser after a crash. */
  | { type: 'writing:restore'; writing: ReadonlyMap<string, Writing> }
  /** The server has it, or it went out, or was thrown away: not ours any more. */
  | { type: 'writing:drop'; ids: readonly string[] }
  | { type: 'unsaved'; count: number }
  | { type: 'keep'; key: string; text: string | null }
  | { type: 'activate'; id: string | null }
  | { type: 'filter'; filter: Filter }
  | { type: 'relink'; id: string | null }
  | { type: 'busy'; id: string; on: boolean }
  | { type: 'submitting'; on: boolean }
  | { type: 'dialog'; dialog: Dialog | null }
  | { type: 'notice'; notice: Notice | null }
  | { type: 'sheet'; open: boolean }
  | { type: 'surroundings'; surroundings: Surroundings }
  | { type: 'letterKeys'; on: boolean }
  /** One step back: what is on top goes. */
  | { type: 'escape' };

export interface ReadText {
  readonly text: string;
  readonly fileMeta: FileMeta;
}

export type Dispatch = (action: Action) => void;
