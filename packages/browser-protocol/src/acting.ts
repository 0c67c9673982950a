/** Parameters of commands that change something. */
import type { DialogAnswer } from './tabs.ts';
import type { ElementTarget, Target } from './targets.ts';

export interface Acting {
  readonly tabId: number;
  /** How long to wait until the target is there, visible, at rest, enabled and not covered. Below the 30 s of a command. */
  readonly timeoutMs: number;
  readonly dialog?: DialogAnswer;
}

export interface NavigateParams extends Acting {
  readonly to: { readonly url: string } | 'back' | 'forward' | 'reload';
}

export type MouseButton = 'left' | 'middle' | 'right';
export type Modifier = 'Alt' | 'Control' | 'Meta' | 'Shift';

export interface ClickParams extends Acting {
  readonly target: Target;
  readonly button: MouseButton;
  /** 0 only moves the pointer there. */
  readonly clickCount: number;
  /** Milliseconds between press and release. */
  readonly delay: number;
  readonly modifiers: readonly Modifier[];
  readonly showCursor: boolean;
  /** Press on `target`, release here: drag and drop. */
  readonly dropOn?: Target;
}

export interface ScrollParams extends Acting {
  /** Brought into view; with `pixels`, what is scrolled (its nearest scrollable ancestor). */
  readonly target?: ElementTarget;
  /** Down; negative is up. */
  readonly pixels?: number;
  /** Outlines the target for the person who watches, for so many milliseconds. */
  readonly highlightMs?: number;
}

export interface TypeParams extends Acting {
  /** Where the focus is unless told. In a `select` the option with this label or value is chosen. */
  readonly target?: ElementTarget;
  readonly text: string;
  /** Milliseconds between keys; 0 inserts the text at once where the page cannot tell. */
  readonly delay: number;
  /** Replaces what the field holds. */
  readonly clear: boolean;
  readonly pressEnter: boolean;
  readonly showCursor: boolean;
}

/** Puts files into a file input, or drops them onto anything else. */
export interface UploadParams extends Acting {
  readonly target: ElementTarget;
  readonly files: readonly UploadedFile[];
}

/** With its bytes: the browser may run on another machine than the server. */
export interface UploadedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly base64: string;
}

export interface PressKeyParams extends Acting {
  readonly target?: ElementTarget;
  /** `Enter`, `a`, `Control+Shift+K`; names as in `KeyboardEvent.key`. `ControlOrMeta` is Meta on macOS. */
  readonly key: string;
  /** At least 1. */
  readonly times: number;
}

export interface ExecuteParams extends Acting {
  /** In the page's own world: an expression, or the body of an async function when it has a `return` or `await`. */
  readonly code: string;
  readonly maxChars: number;
}

export interface InjectParams extends Acting {
  /** Fetched by the server, so that no CSP of the page matters. */
  readonly source: string;
  /** For the page's devtools and errors. */
  readonly scriptUrl: string;
  /** Runs it again in every document this tab opens, before the document's own scripts. */
  readonly keepInjected: boolean;
}
