/** Parameters and results of commands that change nothing. */
import type { SiteFormat } from './site-format.ts';
import type { DialogReport } from './tabs.ts';
import type { ElementTarget } from './targets.ts';

export interface SnapshotParams {
  readonly tabId: number;
  /** Only what is in it. For an annotation also what is around it: up to the nearest landmark, form or dialog. */
  readonly target?: ElementTarget;
  /** Only lines with this text, any case, each with the lines of what it stands in. */
  readonly find?: string;
  /** The browser's whole accessibility tree instead of the compact form: slow and long. */
  readonly full: boolean;
  /** The first whose `url` fits replaces the compact form; none when empty. */
  readonly formats: readonly SiteFormat[];
  readonly maxChars: number;
  /** Characters of the text to leave out: `nextOffset` of the part before. */
  readonly offset: number;
  readonly timeoutMs: number;
}

export interface SnapshotResult {
  readonly url: string;
  readonly title: string;
  /** One line per node, `role "name" [ref] =value state`, two spaces per level. Cut at the end of a line. */
  readonly text: string;
  readonly totalChars: number;
  /** There is more from here on. */
  readonly nextOffset?: number;
  /** Name of the site format that was used. */
  readonly format?: string;
  /** Answered since the last command on this tab. */
  readonly dialogs: readonly DialogReport[];
}

export interface ScreenshotParams {
  readonly tabId: number;
  /** Scrolled into view and cut out, with a small margin. The viewport unless told. */
  readonly target?: ElementTarget;
  /** The whole page; not with a target. */
  readonly fullPage: boolean;
  readonly format: 'png' | 'jpeg';
  /** 1 to 100, for jpeg. */
  readonly quality: number;
  /** Outlines the target in the picture. */
  readonly highlight: boolean;
  /** Pixels; a larger picture is scaled down to fit. */
  readonly maxWidth: number;
  readonly maxHeight: number;
  readonly timeoutMs: number;
}

export interface ScreenshotResult {
  readonly url: string;
  readonly title: string;
  readonly mimeType: 'image/png' | 'image/jpeg';
  readonly base64: string;
  /** Of the picture, in pixels. */
  readonly width: number;
  readonly height: number;
}

/** All that are named have to hold at the same moment. */
export interface WaitForParams {
  readonly tabId: number;
  /** Visible text of the page, any case; in any frame. */
  readonly text?: string;
  readonly textGone?: string;
  /** Visible. */
  readonly target?: ElementTarget;
  readonly targetGone?: ElementTarget;
  /** In the page's address. */
  readonly url?: string;
  /** No request under way for half a second. */
  readonly idle: boolean;
  readonly timeoutMs: number;
}

export const consoleLevels = ['error', 'warning', 'info', 'log', 'debug'] as const;
export type ConsoleLevel = (typeof consoleLevels)[number];

/** Kept from the moment a tab is first driven; what was there before, as far as the browser remembers it. */
export interface ConsoleParams {
  readonly tabId: number;
  /** Only what came after this one. */
  readonly after: number;
  readonly levels: readonly ConsoleLevel[];
  /** Only with this text, any case. */
  readonly find?: string;
  /** The oldest first; at most so many. */
  readonly limit: number;
}

export interface ConsoleResult {
  readonly entries: readonly ConsoleEntry[];
  /** Counts up in a tab; to be named as `after`. */
  readonly last: number;
  /** Matching entries after `last`. */
  readonly more: number;
  /** Entries that were too old to keep. */
  readonly dropped: number;
}

export interface ConsoleEntry {
  readonly seq: number;
  /** ISO time. */
  readonly at: string;
  readonly level: ConsoleLevel;
  /** Also uncaught errors and what the browser itself reports. */
  readonly text: string;
  /** `file:line:column`. */
  readonly source?: string;
}

export interface NetworkParams {
  readonly tabId: number;
  readonly after: number;
  /** Only addresses with this text. */
  readonly find?: string;
  /** Only what failed: no answer, or status 400 and above. */
  readonly failed: boolean;
  /** Without images, fonts, styles, scripts and media. */
  readonly dataOnly: boolean;
  readonly limit: number;
}

export interface NetworkResult {
  readonly requests: readonly NetworkEntry[];
  readonly last: number;
  readonly more: number;
  readonly dropped: number;
}

export interface NetworkEntry {
  readonly seq: number;
  readonly requestId: string;
  readonly at: string;
  readonly method: string;
  readonly url: string;
  /** As CDP names it: `Document`, `Fetch`, `XHR`, `Image`, … */
  readonly resourceType: string;
  /** `null` while it is under way or when there was no answer. */
  readonly status: number | null;
  readonly mimeType?: string;
  /** Why there was no answer. */
  readonly failure?: string;
  readonly durationMs?: number;
  /** Of the answer, as it came over the wire. */
  readonly bytes?: number;
}

export interface RequestParams {
  readonly tabId: number;
  readonly requestId: string;
  readonly maxChars: number;
}

/** Values of `authorization`, `cookie`, `set-cookie` and the like are masked by the extension. */
export interface RequestResult {
  readonly request: NetworkEntry;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseHeaders: Readonly<Record<string, string>>;
  readonly requestBody?: string;
  /** Text only; `null` when the browser no longer has it or it is none. */
  readonly responseBody: string | null;
  readonly totalChars: number;
}
