/** What a view knows of the agents that work in a project beside the one that opened the document. */
import type { AgentPresence, Question } from '@annotate-mcp/core';
import type { Subscription } from '@annotate-mcp/store';

export interface ProjectAgents {
  /** Calls `listener` at once and with each change. */
  subscribe(listener: (now: AgentsNow) => void): Subscription;
  /** Has the person asked which agent to start. Resolves when that process has ended, rejects when it failed. */
  start(): Promise<unknown>;
}

export interface AgentsNow {
  agents: readonly AgentPresence[];
  questions: readonly Question[];
}
