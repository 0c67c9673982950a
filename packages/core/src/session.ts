/** One browser tab. A reloaded tab resumes its session. */
export interface Session {
  id: string;
  appId: string;
  createdAt: string;
  /** Set by every message of the page, and when its connection ends. */
  lastSeenAt: string;
  /** The tab is connected to a dev server that is alive. */
  active: boolean;
  url: string;
  /** The person whose tab it is; absent in records of older releases. */
  authorId?: string;
  authorName?: string;
  /** When the person had a thread open last, by the id of its annotation; of the latest ones. */
  seen?: Record<string, string>;
}

/** An MCP server process on behalf of one client. */
export interface AgentPresence {
  agentId: string;
  agentName: string;
  /** Inside `watch_annotations`, or told by lines of `annotate-mcp watch`: a new annotation reaches it at once. */
  waiting: boolean;
  since: string;
  /** What tells it of new annotations while it is idle; missing for one that has to ask. */
  toldBy?: 'channel' | 'watch';
  /** Paths of the documents whose comments it gets as they are sent: it has asked for them, and the review is open. */
  documents?: string[];
  /** Names the process that the agent is, to other processes on its machine that the same agent has started. */
  host?: string;
}
