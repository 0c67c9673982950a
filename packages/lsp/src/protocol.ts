/**
 * What this server and editors that know it say to each other beside the Language Server Protocol. An editor that names
 * nothing of this in its `initializationOptions` gets diagnostics, hovers and code actions only.
 */

/** The editor's `initializationOptions`, and its settings under `annotate-mcp`. */
export interface EditorOptions {
  /** Show annotations as diagnostics; `true` by default. */
  diagnostics?: boolean;
  /** Show what was resolved until the person accepts it; `true` by default. */
  resolved?: boolean;
  /** Send whole threads, for an editor that shows them by itself; `false` by default. */
  threads?: boolean;
  /** Commands that the editor runs itself, because they need an input field or the clipboard. */
  clientCommands?: ClientCommand[];
}

/** Each gets one argument, `CommandTarget`. */
export const clientCommands = ['annotate-mcp.reply', 'annotate-mcp.copy'] as const;
export type ClientCommand = (typeof clientCommands)[number];

/** Of `workspace/executeCommand`. Each gets one argument. */
export const serverCommands = {
  /** With `ActArguments`. */
  act: 'annotate-mcp.act',
  /** With `CommandTarget`. */
  openPage: 'annotate-mcp.openPage',
  /** With `CommandTarget`; answers with the annotation as Markdown, for an agent without MCP. */
  describe: 'annotate-mcp.describe',
} as const;

export interface CommandTarget {
  /** The whole id, or its first eight characters or more, as they are shown. */
  id: string;
}

export const actionNames = ['reply', 'accept', 'resolve', 'approve', 'reopen', 'withdraw', 'adopt'] as const;
export type ActionName = (typeof actionNames)[number];

export interface ActArguments extends CommandTarget {
  action: ActionName;
  /** The text of a reply, or what to say when it is reopened. */
  message?: string;
}

/** Sent when the threads of a file may be others; an empty list when it has none. */
export const threadsNotification = 'annotate-mcp/threads';

export interface ThreadsParams {
  uri: string;
  threads: ShownThread[];
}

export type ThreadState = 'open' | 'waiting' | 'working' | 'resolved';

export interface ShownThread {
  id: string;
  range: ShownRange;
  /** What it is about, in one line. */
  title: string;
  state: ThreadState;
  /** For people; what it waits for and whose words it is. */
  notes: string[];
  isFromRepository: boolean;
  /** The annotation's own text first. All text is plain text. */
  comments: ShownComment[];
  /** What the person may do with it now. */
  actions: ActionName[];
  /** The address of its page. */
  link: string | null;
}

export interface ShownRange {
  start: { line: number; character: number };
  end: { line: number; character: number };
}

export interface ShownComment {
  id: string;
  name: string;
  /** ISO 8601. */
  at: string;
  text: string;
  isAgent: boolean;
}

/** Sent when a number is another one. */
export const countsNotification = 'annotate-mcp/counts';

export interface CountsParams {
  /** Wait for an agent, or an agent works on them. */
  open: number;
  /** Wait for the person. */
  waiting: number;
  resolved: number;
  /** Those of all of these that have no place in a file. */
  withoutPlace: number;
}
