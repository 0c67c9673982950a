/** The state of the overlay. Only reducer.ts changes it. */
import type {
  AgentPresence,
  Annotation,
  AnnotationsRest,
  PageAbility,
  Person,
  Question,
  RecordedStep,
  SourceLocation,
  Status,
  TextAnchor,
  Wish,
  Work,
} from '@annotate-mcp/core';

import type { InspectedTarget, Located } from '../inspectors/inspection.ts';
import type { ComponentSummary } from '../inspectors/inspector.ts';

import type { KeyCommand, Theme } from './config.ts';

export interface OverlayState {
  readonly mode: Mode;
  /** The launcher's bar is open. */
  readonly bar: boolean;
  readonly panel: Panel | null;
  readonly connection: ConnectionState;
  /** Why the dev server cannot read its store; `null` when it can. */
  readonly storeProblem: string | null;
  readonly agents: readonly AgentPresence[];
  readonly me: Me;
  /** `null` until the part that keeps it is loaded. */
  readonly seen: Seen | null;
  /** Who has a page open, or had one lately. Those who wrote something are in `annotations`. */
  readonly present: readonly Person[];
  /** How often another person has opened the thread that is open here: who has seen it is asked again then. */
  readonly otherSaw: number;
  readonly work: AgentWork;
  /** The annotations of this app, including predicted changes that were not sent yet. */
  readonly annotations: ReadonlyMap<string, Annotation>;
  /** What of them the page has not got; `null` where it has everything. */
  readonly rest: Rest | null;
  /** Ids of annotations with changes that the hub has not confirmed. */
  readonly unsent: ReadonlySet<string>;
  /** Typed text that was neither sent nor batched, by `targetKey`, and replies by annotation id. */
  readonly kept: ReadonlyMap<string, string>;
  readonly frozen: boolean;
  readonly notice: Notice | null;
  readonly settings: Settings;
  /** The address of the tab; follows client-side navigation. */
  readonly pageUrl: string;
  /** Option `review`: inline review of a rendered site. */
  readonly review: boolean;
  /** The person inspects on after a comment was sent. */
  readonly pinned: boolean;
  /** Ids of annotations of this page whose target was not found. */
  readonly lost: ReadonlySet<string>;
}

export interface Rest extends AnnotationsRest {
  /**
   * Ids of those that are known in brief only: they have no badge, and are read when they are opened. Of others the page may
   * have what a badge shows (`isPlacedOnly`).
   */
  readonly briefs: ReadonlySet<string>;
}

/**
 * `hidden → inspect → annotate`; Esc goes one mode back, and sending goes to `hidden`, or to `inspect` while that is
 * pinned. A thread opens from a badge in any mode and goes back to it.
 */
export type Mode =
  | { readonly name: 'hidden' }
  | { readonly name: 'inspect'; readonly hover: Hover | null; readonly gathered: readonly Picked[] }
  | { readonly name: 'annotate'; readonly compose: Compose; readonly back: 'hidden' | 'inspect' }
  | { readonly name: 'thread'; readonly id: string; readonly back: 'hidden' | 'inspect' }
  /** The person picks the new target of an annotation whose element is gone. */
  | { readonly name: 'relink'; readonly id: string; readonly hover: Hover | null };

/** What the pointer or the arrow keys are on. */
export interface Hover {
  readonly element: Element;
  readonly ancestry: readonly ComponentSummary[];
  /** Index into `ancestry` of the component that is the target, whose root is then `element`; `null` while the element is. */
  readonly component: number | null;
  /** Arrives later than the name, because it may need a source map. */
  readonly located: Located | null;
  /** A dragged area; the element is the smallest one around it. */
  readonly area?: Box;
  /** The person has clicked it in the breadcrumb; the picker picks it. */
  readonly isChosen?: true;
}

/** CSS pixels of the viewport. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A picked target with its description. */
export interface Picked {
  readonly element: Element;
  readonly target: InspectedTarget;
  readonly area?: Box;
}

export interface Compose {
  readonly target: ComposeTarget;
  readonly text: string;
  readonly screenshot: boolean;
  readonly consoleErrors: boolean;
  /** What happened before, as the person has seen and attached it. */
  readonly steps: readonly RecordedStep[] | null;
  /** What the person has tried by hand on the element. */
  readonly wishes: readonly Wish[];
  /** The person's own pictures, and the screenshot once they have drawn on it. */
  readonly pictures: readonly ComposedPicture[];
  /** The picture that the person draws on. */
  readonly drawing: ComposedPicture | null;
  readonly sending: boolean;
  /** Why it could not be sent. */
  readonly problem: string | null;
}

export interface ComposedPicture {
  readonly id: string;
  readonly name: string;
  /** `null` while it is read. */
  readonly picture: Blob | null;
  readonly isScreenshot?: true;
  /** The person has made something in it illegible. */
  readonly isBlurred?: boolean;
}

export type ComposeTarget =
  | {
      readonly kind: 'picked';
      readonly picked: readonly [Picked, ...Picked[]];
      readonly selectionText?: string;
    }
  | { readonly kind: 'text'; readonly text: SelectedText }
  | { readonly kind: 'page' };

/** A selected passage of the page with its description. */
export interface SelectedText {
  readonly anchor: TextAnchor;
  /** The page of the selection; the tab may navigate before the comment is sent. */
  readonly pageUrl: string;
  readonly pageTitle: string;
  readonly selector?: string;
  readonly sourceLocation?: SourceLocation;
  /** Live ranges that follow changes of the page, one for each DOM tree that the passage is in. */
  readonly ranges: readonly Range[];
}

/** The person of this page. */
export interface Me {
  /** Empty until the hub has said it; nothing of another author is shown before. */
  readonly id: string;
  /** As chosen in this browser, or else as git has it on the machine of the hub. */
  readonly name: string | null;
  /** The person has chosen the name in this browser: they are not asked again. */
  readonly isNamed: boolean;
  /** The page is on the machine of the hub, and acts for every author. */
  readonly local: boolean;
  /** What the hub allows; `null` while that is not known. */
  readonly may: readonly PageAbility[] | null;
}

/** What the person of this browser has had before them. */
export interface Seen {
  /** When they first came here: what was written before is no news. */
  readonly since: string;
  /** By annotation: the time of the newest that they have seen in it. */
  readonly at: ReadonlyMap<string, string>;
}

/** What agents that were started on this machine do and ask. Empty on every other machine. */
export interface AgentWork {
  readonly works: readonly Work[];
  /** Those that wait for an answer. */
  readonly questions: readonly Question[];
  /** How the agents that run are set, which the person may change. */
  readonly settings?: readonly Question[];
  /** A page can have the person asked whether to start an agent. */
  readonly canStart: boolean;
}

export type PanelTab = 'page' | 'all';

export interface Panel {
  readonly tab: PanelTab;
  /** The status that the list is filtered by; `closed` is resolved and dismissed together. */
  readonly filter: Status | 'open' | 'closed' | 'unread';
  readonly selected: string | null;
}

/** `refused`: of another release; `ended`: the server lets this page in no more. Both last until it is reloaded. */
export type ConnectionState = 'connecting' | 'online' | 'offline' | 'refused' | 'ended';

/** One short sentence at the bottom, read out to screen readers. */
export interface Notice {
  readonly text: string;
  readonly tone: 'info' | 'success' | 'problem';
  readonly id: number;
  /** It says that these annotations were sent: one by its id, or a batch. */
  readonly sent?: { readonly id: string } | 'batch';
}

export interface Settings {
  readonly theme: Theme;
  readonly keys: Readonly<Record<KeyCommand, string | null>>;
  readonly corner: Corner;
  /** Badges, outlines and highlighted texts are not drawn. */
  readonly hideBadges: boolean;
  /** Desktop notifications, if the browser allows them too. */
  readonly notifications: boolean;
}

export type Corner = 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right';

/**
 * The position of a badge, in CSS pixels of the viewport: the top right corner of its element, or the end of its words
 * where these are far from that corner.
 */
export interface BadgePosition {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /** Scrolled out of sight, by the page or by a scroll container. */
  readonly offscreen: boolean;
  /** Something of the page is drawn over all of its element: it has no badge until it is seen. */
  readonly covered?: boolean;
  /** Its element. */
  readonly box?: Box;
}
