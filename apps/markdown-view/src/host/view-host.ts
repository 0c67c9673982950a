/** What shows the view, as the view sees it: an MCP host with a frame, or our own page in a browser tab. */
import type { Opened } from '@annotate-mcp/markdown';

export interface ViewHost {
  readonly kind: 'app' | 'page';
  /** The result of `open_markdown` that this view is of. Resolves once; without one there is nothing to show. */
  readonly opened: Promise<OpenedView>;
  /**
   * A tool of our server. Rejects with `Refused` when it says no, with `Ended` when it is gone for good, and with
   * anything else when it was not reached.
   */
  call(name: string, args: object, signal?: AbortSignal): Promise<ToolAnswer>;
  /** A resource of our server as text. */
  read(uri: string): Promise<string>;
  readonly surroundings: Surroundings;
  onSurroundings(listener: (surroundings: Surroundings) => void): void;
  /** Tells the model that there is something for it. `null` where nobody would take it. */
  readonly push: Push | null;
  openLink(url: string): void;
  /** `null` where there is nothing to switch. */
  readonly display: Display | null;
  /** Asks to be closed; `null` where a tab has its own way. */
  readonly close: (() => void) | null;
  /** What has to be done before the view may go. */
  onLeave(flush: () => Promise<void>): void;
}

export interface OpenedView {
  readonly opened: Opened;
  readonly token: string;
  /** As it was given to `open_markdown`: what opens it again. */
  readonly path: string;
}

export interface ToolAnswer {
  readonly data: Readonly<Record<string, unknown>>;
  readonly meta: Readonly<Record<string, unknown>>;
}

export interface Push {
  /** Whether the host says that it takes messages; then whoever submits need not tell the agent. */
  readonly speaks: boolean;
  /** For the next turn of the model, whenever that is. */
  context(text: string): Promise<void>;
  /** As if the person had said it in the conversation. */
  message(text: string): Promise<void>;
}

export interface Display {
  toggleFullscreen(): void;
}

export interface Surroundings {
  readonly theme: 'light' | 'dark' | null;
  readonly fullscreen: boolean;
  readonly canFullscreen: boolean;
  /** Pixels that a notch or a gesture bar covers. */
  readonly safeArea: Insets;
  /** How high the view should be; `null` when it has the window to itself. */
  readonly height: number | null;
}

export interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export const noInsets: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

/** Nothing is at the other end any more, and what is started anew has another address. */
export class Ended extends Error {
  override readonly name = 'Ended';
}

/** The server answered, and the answer is no. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: string | null;

  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}
