/** What shows the view: an MCP host with a frame, or the page of annotate-mcp in a browser tab. */
import type { Opened } from '@annotate-mcp/markdown';

export interface ViewHost {
  readonly kind: 'app' | 'page';
  /** The result of `open_markdown` that opened this view. */
  readonly opened: Promise<OpenedView>;
  /**
   * Calls a tool of the server. Rejects with `RefusedError` when the server answers with an error, with `EndedError` when
   * the server was stopped, and with any other error when the server was not reached.
   */
  call(name: string, args: object, signal?: AbortSignal): Promise<ToolAnswer>;
  /** Reads a resource of the server as text. */
  read(uri: string): Promise<string>;
  readonly context: HostContext;
  onContext(listener: (context: HostContext) => void): void;
  /** Tells the model that there are comments to read. `null` where the host cannot do that. */
  readonly push: Push | null;
  openLink(url: string): void;
  /** The host for another view that the server has opened for this one. */
  forView(view: OpenedView): ViewHost;
  /** `null` where full screen cannot be switched. */
  readonly display: Display | null;
  /** Asks the host to close the view; `null` in a browser tab. */
  readonly close: (() => void) | null;
  /** `flush` is awaited before the view is closed. */
  onLeave(flush: () => Promise<void>): void;
  /** `end` is called when the view is closed or loaded again; a host that can wait awaits it. */
  onClose(end: () => Promise<void>): void;
}

export interface OpenedView {
  readonly opened: Opened;
  readonly token: string;
  /** The path that was given to `open_markdown`, to open the document again. */
  readonly path: string;
}

export interface ToolAnswer {
  readonly data: Readonly<Record<string, unknown>>;
  readonly meta: Readonly<Record<string, unknown>>;
}

export interface Push {
  /** Whether the host declares that it takes messages. If not, the person has to ask the agent. */
  readonly takesMessages: boolean;
  /** Adds text to the context of the model's next turn. */
  context(text: string): Promise<void>;
  /** Sends text as a message of the person in the conversation. */
  message(text: string): Promise<void>;
}

interface Display {
  toggleFullscreen(): void;
}

export interface HostContext {
  readonly theme: 'light' | 'dark' | null;
  readonly fullscreen: boolean;
  readonly canFullscreen: boolean;
  /** Pixels at each edge that a notch or a gesture bar covers. */
  readonly safeArea: Insets;
  /** The height of the view in pixels; `null` when it fills the window. */
  readonly height: number | null;
}

export interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export const noInsets: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

/** The server was stopped. A new one has another address. */
export class EndedError extends Error {
  override readonly name = 'EndedError';
}

/** The server answered with an error. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly code: string | null;

  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}
