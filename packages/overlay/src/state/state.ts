/** Everything the overlay shows follows from this. Changed by reducer.ts only. */
import type { AgentPresence, Annotation, SourceLocation, Status, TextAnchor } from '@annotate-mcp/core';

import type { InspectedTarget } from '../inspectors/inspection.ts';
import type { ComponentSummary } from '../inspectors/inspector.ts';

import type { KeyCommand, Theme } from './config.ts';

export interface OverlayState {
  readonly mode: Mode;
  /** The launcher's bar is open. */
  readonly bar: boolean;
  readonly panel: Panel | null;
  readonly connection: ConnectionState;
  readonly agents: readonly AgentPresence[];
  /** Of this app, with what is not sent yet as it will be. */
  readonly annotations: ReadonlyMap<string, Annotation>;
  /** Ids of annotations with something that the hub has not confirmed. */
  readonly unsent: ReadonlySet<string>;
  /** What the person typed and neither sent nor batched, by subject (`subjectKey`), and replies by annotation id. */
  readonly kept: ReadonlyMap<string, string>;
  readonly frozen: boolean;
  readonly notice: Notice | null;
  readonly settings: Settings;
  /** Where the tab is; follows client-side navigation. */
  readonly pageUrl: string;
  /** Option `review`: a rendered site is read and commented on. */
  readonly review: boolean;
  /** Ids of annotations of this page whose element was looked for and is not there. */
  readonly lost: ReadonlySet<string>;
}

/** `hidden → inspect → annotate → inspect`; a thread opens from a badge in any mode and goes back to it. */
export type Mode =
  | { readonly name: 'hidden' }
  | { readonly name: 'inspect'; readonly hover: Hover | null; readonly gathered: readonly Picked[] }
  | { readonly name: 'annotate'; readonly compose: Compose; readonly back: 'hidden' | 'inspect' }
  | { readonly name: 'thread'; readonly id: string; readonly back: 'hidden' | 'inspect' }
  /** The person points at the new place of an annotation whose element is gone. */
  | { readonly name: 'relink'; readonly id: string; readonly hover: Hover | null };

/** What the pointer or the arrow keys are on. */
export interface Hover {
  readonly element: Element;
  readonly ancestry: readonly ComponentSummary[];
  /** Index into `ancestry`: 0 is the nearest component. */
  readonly depth: number;
  /** Comes later than the name: it may need a source map. */
  readonly source: SourceLocation | null;
  /** A dragged area; the element is the smallest one around it. */
  readonly area?: Box;
}

/** CSS pixels of the viewport. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One thing pointed at, described. */
export interface Picked {
  readonly element: Element;
  /** The component's root element: what is outlined and what the badge sits on. */
  readonly host: Element;
  readonly target: InspectedTarget;
  readonly area?: Box;
}

export interface Compose {
  readonly subject: Subject;
  readonly text: string;
  readonly screenshot: boolean;
  readonly consoleErrors: boolean;
  readonly sending: boolean;
  /** Why it could not be sent. */
  readonly problem: string | null;
}

export type Subject =
  | {
      readonly kind: 'picked';
      readonly picked: readonly [Picked, ...Picked[]];
      readonly selectionText?: string;
    }
  | { readonly kind: 'text'; readonly text: SelectedText }
  | { readonly kind: 'page' };

/** A passage of the page, described. */
export interface SelectedText {
  readonly anchor: TextAnchor;
  /** Where it was selected: the tab may be elsewhere before the comment is sent. */
  readonly pageUrl: string;
  readonly pageTitle: string;
  readonly selector?: string;
  readonly sourceLocation?: SourceLocation;
  /** Live: they go along with the page while somebody writes. One for each tree that the passage is in. */
  readonly ranges: readonly Range[];
}

export type PanelTab = 'page' | 'all';

export interface Panel {
  readonly tab: PanelTab;
  /** `null` shows what is open; resolved and dismissed ones are one click away. */
  readonly filter: Status | 'open' | 'closed';
  readonly selected: string | null;
}

export type ConnectionState = 'connecting' | 'online' | 'offline' | 'refused';

/** One short sentence at the bottom, read out to screen readers. */
export interface Notice {
  readonly text: string;
  readonly tone: 'info' | 'success' | 'problem';
  readonly id: number;
}

export interface Settings {
  readonly theme: Theme;
  readonly keys: Readonly<Record<KeyCommand, string | null>>;
  readonly corner: Corner;
  readonly hideMarkers: boolean;
}

export type Corner = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';
